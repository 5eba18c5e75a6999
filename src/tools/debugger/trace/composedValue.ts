import type { TracedValue } from '#core/source/instrument/trace.ts';
import { type Part, swizzleIndices, withPart, withUnknownElements } from './valueParts.ts';

/** What is known about a variable: its whole value, and parts that could not be merged into it. */
export interface ComposedValue {
  readonly whole: TracedValue | null;
  readonly rest: readonly NamedPart[];
}

interface NamedPart {
  readonly name: string;
  /** The path to the part, as far as it is known. */
  readonly parts: readonly Part[];
  /** The value belongs to an unknown element of that part. */
  readonly isUnknownElement: boolean;
  readonly value: TracedValue;
}

export const NOTHING: ComposedValue = { whole: null, rest: [] };

/** How many parts to keep of a variable whose whole value is unknown; the newest ones stay. */
const MOST_PARTS = 16;

/** Returns what is known after a part of the variable was written. */
export function withWritten({ whole, rest }: ComposedValue, written: NamedPart): ComposedValue {
  const { parts, value } = written;
  if (written.isUnknownElement) {
    const blurred = whole && withUnknownElements(whole, parts);
    const others = rest.filter((row) => !covers(parts, row.parts));
    return { whole: blurred, rest: [...others, written] };
  }
  if (parts.length === 0) return { whole: value, rest: [] };
  const changed = whole && withPart(whole, parts, value);
  if (changed) return { whole: changed, rest: rest.filter((row) => !covers(row.parts, parts)) };
  return { whole, rest: withRow(rest, written) };
}

/** Merges a written part into the known parts. */
function withRow(rest: readonly NamedPart[], written: NamedPart): readonly NamedPart[] {
  const kept: NamedPart[] = [];
  let isPlaced = false;
  for (const row of rest) {
    if (covers(written.parts, row.parts)) continue;
    const isInside = !row.isUnknownElement && covers(row.parts, written.parts);
    const within = written.parts.slice(row.parts.length);
    const value = isInside ? withPart(row.value, within, written.value) : null;
    if (value) {
      kept.push({ ...row, value });
      isPlaced = true;
    } else if (!overlaps(written.parts, row.parts)) kept.push(row);
  }
  return isPlaced ? kept : [...kept.slice(1 - MOST_PARTS), written];
}

function covers(outer: readonly Part[], inner: readonly Part[]): boolean {
  if (inner.length < outer.length) return false;
  return outer.every((part, index) => isSamePart(part, inner[index]));
}

function isSamePart(one: Part, other: Part | undefined): boolean {
  if (one.kind === 'index') return other?.kind === 'index' && one.index === other.index;
  return other?.kind === 'member' && one.name === other.name;
}

/** Whether one lies within the other, or they share a component, like `xy` and `yz`. */
function overlaps(one: readonly Part[], other: readonly Part[]): boolean {
  if (covers(other, one)) return true;
  if (one.length !== other.length || !covers(one.slice(0, -1), other.slice(0, -1))) return false;
  const mine = componentsOf(one.at(-1));
  return componentsOf(other.at(-1)).some((component) => mine.includes(component));
}

function componentsOf(part: Part | undefined): readonly number[] {
  if (part?.kind === 'index') return [part.index];
  return part ? (swizzleIndices(part.name) ?? []) : [];
}
