import { useState } from 'react';
import { useStore } from 'zustand';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import {
  colorOf,
  fullText,
  hasNonFinite,
  shortText,
  typeText,
} from '#tools/debugger/trace/formatValue.ts';
import { isSameValue } from '#tools/debugger/trace/valueParts.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { ChevronIcon } from './icons.tsx';
import styles from './Variables.module.css';

/** More rows would take longer than a step should. */
const SHOWN_AT_FIRST = 200;

/** What the chosen function of the call stack has at the current step. */
export function Variables({ store }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  if (!shown) return null;
  const { replay, step, stackFrame } = shown;
  const values = step < 0 ? [] : replay.variablesAt(step, stackFrame);
  const rows = valueRows(values, open);
  const hidden = showsAll ? 0 : Math.max(0, rows.length - SHOWN_AT_FIRST);
  const toggle = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return (
    <section className={styles['variables']}>
      <table className={styles['table']} aria-label="Variables">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rows.length - hidden).map((row) => (
            <tr key={row.path} data-changed={row.before !== null || undefined}>
              <ValueCells row={row} onToggle={toggle} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={styles['none']}>No variable has a value at this step.</p>}
      {hidden > 0 && (
        <Button kind="small" onClick={() => setShowsAll(true)}>
          {`Show ${hidden.toLocaleString('en')} more`}
        </Button>
      )}
    </section>
  );
}

interface RowCellsProps {
  readonly row: ValueRow;
  readonly onToggle: (path: string) => void;
}

/** The cells of a row: name, value, type. */
function ValueCells({ row, onToggle }: RowCellsProps) {
  const { name, path, depth, value, before, isOpen } = row;
  const full = fullText(value);
  const color = colorOf(name, value);
  return (
    <>
      <td title={name} style={{ paddingLeft: `calc(14px + ${depth * 0.9}rem)` }}>
        {isOpen === null ? (
          <span className={styles['plain']}>{name}</span>
        ) : (
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            onClick={() => onToggle(path)}
          >
            <ChevronIcon />
            <span className={styles['part']}>{name}</span>
          </button>
        )}
      </td>
      <td className={styles['value']} data-non-finite={hasNonFinite(value) || undefined}>
        <div className={styles['content']}>
          {color && <span className={styles['swatch']} style={{ background: color }} />}
          <span className={styles['text']} title={full}>
            {shortText(value)}
          </span>
          {before && !isOpen && (
            // Drawn by the style sheet: the cell's text is the value alone.
            <span
              className={styles['before']}
              title={`Before this step: ${fullText(before)}`}
              data-before={shortText(before)}
            />
          )}
          <CopyButton label={`Copy ${name}`} text={() => full} />
        </div>
      </td>
      <td className={styles['type']}>{typeText(value)}</td>
    </>
  );
}

/** A value with its name, as the replay and the watches give it. */
export interface NamedValue {
  readonly name: string;
  readonly value: TracedValue;
  /** The value before, if this step changed it. */
  readonly before: TracedValue | null;
}

/** A row of a table of values, in which opened values show their parts. */
interface ValueRow extends NamedValue {
  /** Unique in the table, and the same at every step. */
  readonly path: string;
  /** 0 for the values themselves, 1 for their parts, and so on. */
  readonly depth: number;
  /** Null if the value has no parts. */
  readonly isOpen: boolean | null;
}

/** The values and, of those whose paths are `open`, their parts. */
export function valueRows(
  values: readonly NamedValue[],
  open: ReadonlySet<string>,
): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  const add = (named: NamedValue, path: string, depth: number) => {
    const parts = partsOf(named.value);
    const isOpen = parts.length === 0 ? null : open.has(path);
    rows.push({ ...named, path, depth, isOpen });
    if (!isOpen) return;
    const before = named.before ? partsOf(named.before) : [];
    for (const [index, part] of parts.entries()) {
      add({ ...part, before: changedFrom(before[index], part) }, `${path}/${part.name}`, depth + 1);
    }
  };
  // A variable may hide another of its name.
  const seen = new Map<string, number>();
  for (const value of values) {
    const count = (seen.get(value.name) ?? 0) + 1;
    seen.set(value.name, count);
    add(value, count === 1 ? value.name : `${value.name}#${count}`, 0);
  }
  return rows;
}

interface Part {
  readonly name: string;
  readonly value: TracedValue;
}

const COMPONENTS = ['x', 'y', 'z', 'w'] as const;

function partsOf(value: TracedValue): readonly Part[] {
  switch (value.kind) {
    case 'struct':
      return value.fields;
    case 'vector':
      return value.elements.map((element, index) => ({
        name: COMPONENTS[index] ?? `[${index}]`,
        value: element,
      }));
    case 'array':
      return value.elements.map((element, index) => ({ name: `[${index}]`, value: element }));
    case 'matrix':
      return value.rows.map((row, index) => ({ name: `[${index}]`, value: row }));
    default:
      return [];
  }
}

function changedFrom(before: Part | undefined, now: Part): TracedValue | null {
  if (!before || before.name !== now.name || isSameValue(before.value, now.value)) return null;
  return before.value;
}
