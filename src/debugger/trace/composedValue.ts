import type { TracedValue } from './trace.ts';
import { type Part, swizzleIndices, withPart } from './valueParts.ts';

/** What is known of a variable: itself, and parts that could not be put into it. */
export interface ComposedValue {
  readonly whole: TracedValue | null;
  readonly rest: readonly NamedPart[];
}

export interface NamedPart {
  readonly name: string;
  /** Null if it is not known which part it is. */
  readonly parts: readonly Part[] | null;
  readonly value: TracedValue;
}

export const NOTHING: ComposedValue = { whole: null, rest: [] };

/** What is known after a part of the variable has got a value. */
export function withWritten({ whole, rest }: ComposedValue, written: NamedPart): ComposedValue {
  const { parts, value, name } = written;
  if (parts?.length === 0) return { whole: value, rest: [] };
  const changed = whole && parts && withPart(whole, parts, value);
  if (changed) return { whole: changed, rest: rest.filter((row) => row.parts === null) };
  const kept: NamedPart[] = [];
  let isPlaced = false;
  for (const row of rest) {
    if (row.name === name || covers(parts, row.parts)) continue;
    const within = parts && row.parts && covers(row.parts, parts) ? row.parts.length : 0;
    const after = within > 0 && parts ? withPart(row.value, parts.slice(within), value) : null;
    if (after) {
      kept.push({ ...row, value: after });
      isPlaced = true;
    } else if (!overlaps(parts, row.parts)) kept.push(row);
  }
  return { whole, rest: isPlaced ? kept : [...kept, written] };
}

/** The inner part is in the outer one. */
function covers(outer: readonly Part[] | null, inner: readonly Part[] | null): boolean {
  if (!outer || !inner || inner.length < outer.length) return false;
  return outer.every((part, index) => isSamePart(part, inner[index]));
}

function isSamePart(one: Part, other: Part | undefined): boolean {
  if (one.kind === 'index') return other?.kind === 'index' && one.index === other.index;
  return other?.kind === 'member' && one.name === other.name;
}

/** Two parts of one thing that share a component, such as `xy` and `yz`. */
function overlaps(one: readonly Part[] | null, other: readonly Part[] | null): boolean {
  if (!one || !other || one.length !== other.length) return false;
  if (!covers(one.slice(0, -1), other.slice(0, -1))) return false;
  const mine = componentsOf(one.at(-1));
  return componentsOf(other.at(-1)).some((component) => mine.includes(component));
}

function componentsOf(part: Part | undefined): readonly number[] {
  if (part?.kind === 'index') return [part.index];
  return part ? (swizzleIndices(part.name) ?? []) : [];
}
