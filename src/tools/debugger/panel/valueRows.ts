import type { TracedValue } from '#core/source/instrument/trace.ts';
import { isSameValue } from '#tools/debugger/trace/valueParts.ts';

/** A value with its name, as the replay and the watches give it. */
export interface NamedValue {
  readonly name: string;
  readonly value: TracedValue;
  /** The value before, if this step changed it. */
  readonly before: TracedValue | null;
}

/** A row of a table of values, in which opened values show their parts. */
export interface ValueRow extends NamedValue {
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
