import type { TracedValue } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';

/** One step from a value into a part of it. */
export type Part =
  /** A field or a swizzle. */
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number };

const SWIZZLE = /^(?:[xyzw]{1,4}|[rgba]{1,4})$/;

const KNOWN_SWIZZLES = new Map<string, readonly number[]>();

/** The component indices of a swizzle; undefined if the word is not a swizzle. */
function swizzleIndices(word: string): readonly number[] | undefined {
  const known = KNOWN_SWIZZLES.get(word);
  if (known || !SWIZZLE.test(word)) return known;
  const indices = Array.from(word, (letter) =>
    Math.max('xyzw'.indexOf(letter), 'rgba'.indexOf(letter)),
  );
  KNOWN_SWIZZLES.set(word, indices);
  return indices;
}

/** Reads a part of a value. Null if it has no such part, or if the element was not recorded. */
export function readPart(value: TracedValue, part: Part): TracedValue | null {
  if (part.kind === 'index') return elementsOf(value)[part.index] ?? null;
  if (value.kind === 'struct') {
    return value.fields.find(({ name }) => name === part.name)?.value ?? null;
  }
  const indices = swizzleIndices(part.name);
  const components = value.kind === 'vector' ? value.elements : isScalar(value) ? [value] : [];
  if (!indices) return null;
  const elements: TracedValue[] = [];
  for (const index of indices) {
    const element = components[index];
    if (!element) return null;
    elements.push(element);
  }
  const [only] = elements;
  return elements.length === 1 && only ? only : { kind: 'vector', elements };
}

/** Replaces a part of the value. Null if there is no such part. */
export function withPart(
  value: TracedValue,
  [part, ...rest]: readonly Part[],
  written: TracedValue,
): TracedValue | null {
  if (!part) return written;
  const indices = part.kind === 'member' ? swizzleIndices(part.name) : undefined;
  if (value.kind === 'vector' && indices && rest.length === 0) {
    return withSwizzle(value.elements, indices, written);
  }
  // Elements after the recorded ones stay unknown.
  const isUnseen =
    value.kind === 'array' &&
    part.kind === 'index' &&
    part.index >= value.elements.length &&
    part.index < value.length;
  if (isUnseen) return value;
  const before = readPart(value, part);
  const after = before && withPart(before, rest, written);
  return after && replacePart(value, part, after);
}

/** The value after a write to an element of a part whose index is unknown. */
function withUnknownElements(value: TracedValue, parts: readonly Part[]): TracedValue {
  const part = parts.reduce<TracedValue | null>(
    (whole, next) => whole && readPart(whole, next),
    value,
  );
  return (part && withPart(value, parts, blurred(part))) ?? value;
}

function blurred(value: TracedValue): TracedValue {
  const elements = elementsOf(value).map((): TracedValue => ({ kind: 'opaque' }));
  if (value.kind === 'vector' || value.kind === 'array') return { ...value, elements };
  return value.kind === 'matrix' ? { ...value, rows: elements } : { kind: 'opaque' };
}

function replacePart(value: TracedValue, part: Part, after: TracedValue): TracedValue | null {
  const replaced = (elements: readonly TracedValue[]) =>
    part.kind === 'index' ? elements.with(part.index, after) : elements;
  switch (value.kind) {
    case 'struct': {
      if (part.kind !== 'member') return null;
      const fields = value.fields.map((field) =>
        field.name === part.name ? { name: field.name, value: after } : field,
      );
      return { ...value, fields };
    }
    case 'vector':
      return { ...value, elements: replaced(value.elements) };
    case 'array':
      return { ...value, elements: replaced(value.elements) };
    case 'matrix':
      return { ...value, rows: replaced(value.rows) };
    case 'number':
    case 'bool':
      return after;
    case 'enum':
    case 'opaque':
      return null;
    default:
      return assertNever(value);
  }
}

function withSwizzle(
  elements: readonly TracedValue[],
  indices: readonly number[],
  written: TracedValue,
): TracedValue | null {
  const components = written.kind === 'vector' ? written.elements : [written];
  if (components.length !== indices.length) return null;
  const after = [...elements];
  for (const [at, index] of indices.entries()) {
    const component = components[at];
    if (index >= after.length || !component) return null;
    after[index] = component;
  }
  return { kind: 'vector', elements: after };
}

export function elementsOf(value: TracedValue): readonly TracedValue[] {
  switch (value.kind) {
    case 'vector':
    case 'array':
      return value.elements;
    case 'matrix':
      return value.rows;
    case 'number':
    case 'bool':
    case 'struct':
    case 'enum':
    case 'opaque':
      return [];
    default:
      return assertNever(value);
  }
}

function isScalar({ kind }: TracedValue): boolean {
  return kind === 'number' || kind === 'bool';
}

/** NaN equals NaN, but 0 does not equal -0. */
export function isSameValue(one: TracedValue, other: TracedValue): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case 'number':
      return (
        other.kind === 'number' && one.type === other.type && Object.is(one.value, other.value)
      );
    case 'bool':
      return other.kind === 'bool' && one.value === other.value;
    case 'enum':
      return other.kind === 'enum' && one.value === other.value && one.type === other.type;
    case 'vector':
    case 'array':
    case 'matrix':
      return other.kind === one.kind && areSame(elementsOf(one), elementsOf(other));
    case 'struct':
      return other.kind === 'struct' && areSame(valuesOf(one), valuesOf(other));
    case 'opaque':
      return other.kind === 'opaque';
    default:
      return assertNever(one);
  }
}

function valuesOf({ fields }: Extract<TracedValue, { kind: 'struct' }>): readonly TracedValue[] {
  return fields.map(({ value }) => value);
}

function areSame(ones: readonly TracedValue[], others: readonly TracedValue[]): boolean {
  return (
    ones.length === others.length &&
    ones.every((one, index) => isSameValue(one, others[index] ?? { kind: 'opaque' }))
  );
}

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
