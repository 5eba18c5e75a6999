import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { Thread, TracedValue } from '#core/source/instrument/trace.ts';
import { Compare } from '#tools/debugger/compare/Compare.tsx';
import type { CompareSession } from '#tools/debugger/compare/compareSession.ts';
import { DEBUGGER_COMMANDS, type DebuggerCommand } from '#tools/debugger/debuggerCommands.ts';
import { Loads } from '#tools/debugger/memory/Loads.tsx';
import type { MemorySession } from '#tools/debugger/memory/memorySession.ts';
import { SharedMemory } from '#tools/debugger/memory/SharedMemory.tsx';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggedEntryPoint, TraceTarget } from '#tools/debugger/state.ts';
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
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './DebuggerPanel.module.css';
import type { DebuggerProps } from './debuggerProps.ts';
import { Fragments } from './Fragments.tsx';
import { ChevronIcon } from './icons.tsx';
import { RECORD_LIMITS, workText } from './labels.ts';
import { Search, useLastingWork } from './Search.tsx';
import { Breakpoints, CallStack, Watches } from './Sections.tsx';
import { TraceStatus } from './TraceStatus.tsx';
import { AXES, type ThreadTexts, typedThread } from './typedThread.ts';

interface DebuggerPanelProps extends DebuggerProps {
  readonly memory: MemorySession;
  readonly compare: CompareSession;
  /** Painted values, if the shader draws no picture to show them over. */
  readonly painted?: ReactNode;
}

export function DebuggerPanel(props: DebuggerPanelProps) {
  const { store, commands } = props;
  const isTraced = useStore(store, ({ shown }) => shown !== null);
  useEffect(() => {
    if (!store.getState().isOpen) commands.open();
    return watchDebuggerKeys(window, commands);
  }, [store, commands]);
  return (
    <div className={styles['panel']}>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <TargetRow {...props} />
          <TraceStatus {...props} />
          {isTraced && <CallStack {...props} />}
          {isTraced && <Fragments {...props} />}
        </div>
        <div className={styles['column']}>
          {props.painted}
          {isTraced ? (
            <>
              <Variables {...props} />
              <Watches {...props} />
              <Loads {...props} />
              <SharedMemory {...props} />
              <Compare {...props} />
            </>
          ) : (
            <p className={styles['hint']}>
              To start, press <b>Inspect</b> below the picture, then click the pixel that looks
              wrong. For a shader without a picture, choose an entry point and a thread, then press{' '}
              <b>Trace thread</b>.
            </p>
          )}
        </div>
        <div className={styles['column']}>
          <Search {...props} />
          <Breakpoints {...props} />
        </div>
      </div>
      <WorkStatus {...props} />
    </div>
  );
}

/** What the debugger is doing. Covers the position while shown, so that nothing moves. */
function WorkStatus({ store }: DebuggerProps) {
  const work = useLastingWork(store);
  const working = workText(work);
  const fraction = (work.kind === 'searching' && work.fraction) || null;
  return (
    <div className={styles['work']} role="status" aria-label="Debugger">
      {working && (
        <>
          <span>{working}</span>
          <ProgressBar label={working} fraction={fraction} />
        </>
      )}
    </div>
  );
}

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The command for a key while the debugger is open, following other debuggers; null if none. */
export function commandOfKey(pressed: PressedKey): DebuggerCommand | null {
  if (pressed.altKey || pressed.metaKey) return null;
  const held = [pressed.ctrlKey && 'Ctrl+', pressed.shiftKey && 'Shift+'];
  const { key } = pressed;
  const name = key.length === 1 ? key.toUpperCase() : key;
  const chord = held.filter((part) => part !== false).join('') + name;
  return DEBUGGER_COMMANDS.find(({ keys }) => keys?.includes(chord)) ?? null;
}

/**
 * Handles the page's keys, except those that the editor has handled.
 *
 * @returns a function that stops this
 */
function watchDebuggerKeys(page: Window, commands: DebuggerCommands): () => void {
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const command = event.defaultPrevented ? null : commandOfKey(event);
    if (!command || (command.typesText && takesText(event.target))) return;
    event.preventDefault();
    command.run(commands);
  };
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}

/** What letters are typed into, or choose something in. */
const TEXT = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"]';

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT) !== null;
}

/** The user's input. Discarded when another thread is traced. */
interface Draft {
  readonly of: TraceTarget | null;
  readonly entryPoint: string;
  readonly texts: ThreadTexts;
  readonly problem: string | null;
}

function TargetRow(props: DebuggerProps) {
  const { store, commands } = props;
  const entryPoints = useStore(store, (state) => state.entryPoints);
  const target = useStore(store, (state) => state.target);
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = draft?.of === target ? draft : draftOf(target, entryPoints);
  const entryPoint = entryPoints.find(({ name }) => name === current.entryPoint) ?? null;
  const problemId = useId();
  const change = (part: Partial<Draft>) => setDraft({ ...current, problem: null, ...part });
  const trace = () => {
    if (!entryPoint) return;
    const typed = typedThread(current.texts, entryPoint);
    if (typed.kind === 'problem') change({ problem: typed.text });
    else commands.traceThread(entryPoint.name, typed.thread);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') trace();
  };
  return (
    <div className={styles['row']}>
      <Select
        label="Debugged entry point"
        placeholder="No entry point"
        value={entryPoint?.name ?? null}
        options={entryPoints.map(({ name }) => ({ value: name, text: name }))}
        onChange={(name) =>
          change({ entryPoint: name, texts: textsFor(name, entryPoints, target) })
        }
      />
      {AXES.slice(0, entryPoint && entryPoint.stage !== 'compute' ? 2 : 3).map((axis, index) => (
        <input
          key={axis}
          className={`field ${styles['number']}`}
          type="number"
          aria-label={`Thread ${axis}`}
          aria-describedby={current.problem ? problemId : undefined}
          title={`Thread ${axis}`}
          min={0}
          max={maxOf(entryPoint, index)}
          step={1}
          value={current.texts[index]}
          onChange={({ target: { value } }) =>
            change({ texts: replaced(current.texts, index, value) })
          }
          onKeyDown={onKeyDown}
        />
      ))}
      <Button
        label="Trace thread"
        hint="Record what this thread does in this frame (Enter)"
        disabled={!entryPoint}
        onClick={trace}
      >
        Trace<span className={styles['long']}> thread</span>
      </Button>
      <span className={styles['place']}>{placeText(current, entryPoint)}</span>
      <RecordLimit {...props} />
      {current.problem && (
        <p id={problemId} className={styles['problem']} role="alert">
          {current.problem}
        </p>
      )}
    </div>
  );
}

function draftOf(target: TraceTarget | null, entryPoints: readonly DebuggedEntryPoint[]): Draft {
  const preselected = entryPoints.find(({ draws }) => draws) ?? entryPoints[0];
  const entryPoint = target?.entryPoint ?? preselected?.name ?? '';
  return {
    of: target,
    entryPoint,
    texts: textsFor(entryPoint, entryPoints, target),
    problem: null,
  };
}

/** The traced thread; for another entry point, its first thread. */
function textsFor(
  entryPoint: string,
  entryPoints: readonly DebuggedEntryPoint[],
  target: TraceTarget | null,
): ThreadTexts {
  const [x, y, z] = target?.entryPoint === entryPoint ? target.thread : [0, 0, 0];
  const stage = entryPoints.find(({ name }) => name === entryPoint)?.stage;
  // Of a fragment, the third number tells apart those of one pixel.
  return [String(x), String(y), stage === 'fragment' ? '0' : String(z)];
}

function replaced([x, y, z]: ThreadTexts, axis: number, text: string): ThreadTexts {
  return [axis === 0 ? text : x, axis === 1 ? text : y, axis === 2 ? text : z];
}

function maxOf(entryPoint: DebuggedEntryPoint | null, axis: number): number | undefined {
  const count = entryPoint?.threads?.[axis];
  return count === undefined || count === 0 ? undefined : count - 1;
}

/** The thread's position, and the picked pixel if there is one. */
function placeText({ of, texts }: Draft, entryPoint: DebuggedEntryPoint | null): string {
  const typed = entryPoint && typedThread(texts, entryPoint);
  if (!entryPoint || typed?.kind !== 'thread') return '';
  const [x, y] = typed.thread;
  if (entryPoint.stage === 'fragment') return `pixel ${tupleText([x, y])}`;
  if (entryPoint.stage === 'vertex') return `vertex ${x}, instance ${y}`;
  const { group, local } = placeOf(typed.thread, entryPoint.groupSize);
  const place = `group ${tupleText(group)}, local ${tupleText(local)}`;
  const isPicked =
    of?.pixel &&
    of.entryPoint === entryPoint.name &&
    tupleText(of.thread) === tupleText(typed.thread);
  return isPicked ? `${place}, pixel ${tupleText(of.pixel)}` : place;
}

/**
 * How many records a trace may have. If the last trace was cut short, raising the limit traces
 * again.
 */
function RecordLimit({ store, commands }: DebuggerProps) {
  const limit = useStore(store, (state) => state.limit);
  const isCut = useStore(store, ({ shown }) => shown?.replay.trace.isCut ?? false);
  const choose = (records: number) => {
    const { shown, limit: before } = store.getState();
    commands.setLimit(records);
    if (!shown?.replay.trace.isCut || records <= before) return;
    const { entryPoint, thread, pixel } = shown.target;
    if (pixel) commands.pickPixel(pixel);
    else commands.traceThread(entryPoint, thread);
  };
  return (
    <div className={styles['limit']} data-needed={isCut || undefined}>
      <span aria-hidden="true">Records</span>
      <Select
        label="Records"
        hint="Steps that a trace may have"
        value={String(limit)}
        options={RECORD_LIMITS}
        onChange={(value) => choose(Number(value))}
      />
    </div>
  );
}

interface ThreadPlace {
  readonly group: Thread;
  readonly local: Thread;
}

export function placeOf([x, y, z]: Thread, [sx, sy, sz]: Thread): ThreadPlace {
  return {
    group: [Math.floor(x / sx), Math.floor(y / sy), Math.floor(z / sz)],
    local: [x % sx, y % sy, z % sz],
  };
}

/** Such as `(1, 2, 3)`. */
function tupleText(numbers: readonly number[]): string {
  return `(${numbers.join(', ')})`;
}

/** More rows would make stepping slow. */
const SHOWN_AT_FIRST = 200;

function Variables({ store }: DebuggerProps) {
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
            // The style sheet draws this, so that the cell's text is only the value.
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

export interface NamedValue {
  readonly name: string;
  readonly value: TracedValue;
  /** The previous value, if this step changed it. */
  readonly before: TracedValue | null;
}

/** A row in a table of values. Expanded values show their parts. */
interface ValueRow extends NamedValue {
  /** Unique in the table, and the same at every step. */
  readonly path: string;
  /** 0 for the values themselves, 1 for their parts, and so on. */
  readonly depth: number;
  /** Null if the value has no parts. */
  readonly isOpen: boolean | null;
}

/** Expands the values whose paths are in `open`. */
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
  // A variable may shadow another with the same name.
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
