import type { Sliced } from '#core/util/slices.ts';
import { placeOf } from './places.ts';
import type { InstrumentedProgram, Site, TracedType } from './site.ts';
import type {
  CountedThreads,
  Finding,
  HeatMap,
  ListedFragment,
  Step,
  Thread,
  Trace,
  TracedValue,
} from './trace.ts';
import {
  TRACE_LAYOUT as AT,
  FINDING_WORDS,
  FINDINGS_PER_SITE,
  FRAGMENT_WORDS,
  MAX_ELEMENTS,
  SCALAR_CODE,
  VALUE_KIND,
} from './traceLayout.ts';

interface WordReader {
  /** Undefined after the last word. */
  next(): number | undefined;
}

const OPAQUE: TracedValue = { kind: 'opaque' };

/** A deeper value is a broken record. */
const MAX_DEPTH = 64;

/** Decodes the value that starts at a word; undefined if it is incomplete or invalid. */
export function decodeValueAt(
  words: Uint32Array,
  start: number,
  types: readonly TracedType[],
): TracedValue | undefined {
  let at = start;
  return decodeValue({ next: () => words[at++] }, types);
}

function decodeValue(
  words: WordReader,
  types: readonly TracedType[],
  depth = 0,
): TracedValue | undefined {
  const head = words.next();
  if (head === undefined || depth > MAX_DEPTH) return undefined;
  const low = head & 0xffff;
  switch (head >>> 16) {
    case VALUE_KIND.opaque:
      return low === 0 ? OPAQUE : undefined;
    case VALUE_KIND.scalar:
      return decodeScalar(words, low);
    case VALUE_KIND.vector:
      return decodeVector(words, low & 0xff, low >> 8);
    case VALUE_KIND.matrix: {
      const rows = repeat(low >> 12, () => decodeVector(words, low & 0xff, (low >> 8) & 0xf));
      return rows && { kind: 'matrix', rows };
    }
    case VALUE_KIND.array: {
      const length = words.next();
      if (length === undefined) return undefined;
      const count = Math.min(length, MAX_ELEMENTS);
      const elements = repeat(count, () => decodeValue(words, types, depth + 1));
      return elements && { kind: 'array', elements, length };
    }
    case VALUE_KIND.struct:
    case VALUE_KIND.enum:
      return decodeOwn(words, types, low, depth);
    case VALUE_KIND.tuple: {
      const values = repeat(low, () => decodeValue(words, types, depth + 1));
      const fields = values?.map((value, index) => ({ name: `_${index}`, value }));
      return fields && { kind: 'struct', type: 'Tuple', fields };
    }
    default:
      return undefined;
  }
}

function repeat(count: number, read: () => TracedValue | undefined): TracedValue[] | undefined {
  const values: TracedValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const value = read();
    if (!value) return undefined;
    values.push(value);
  }
  return values;
}

function decodeVector(words: WordReader, code: number, count: number): TracedValue | undefined {
  const elements = repeat(count, () => decodeScalar(words, code));
  return elements && { kind: 'vector', elements };
}

const BITS = new Uint32Array(1);
const FLOATS = new Float32Array(BITS.buffer);

function floatOf(bits: number): number {
  BITS[0] = bits;
  return FLOATS[0] ?? 0;
}

function decodeScalar(words: WordReader, code: number): TracedValue | undefined {
  const bits = words.next();
  return bits === undefined ? undefined : scalarOf(bits, code);
}

/** @param code of {@link SCALAR_CODE} */
export function scalarOf(bits: number, code: number): TracedValue | undefined {
  switch (code) {
    case SCALAR_CODE.float:
      return { kind: 'number', type: 'float', value: floatOf(bits) };
    case SCALAR_CODE.half:
      return { kind: 'number', type: 'half', value: floatOf(bits) };
    case SCALAR_CODE.int:
      return { kind: 'number', type: 'int', value: bits | 0 };
    case SCALAR_CODE.uint:
      return { kind: 'number', type: 'uint', value: bits >>> 0 };
    case SCALAR_CODE.bool:
      return { kind: 'bool', value: bits !== 0 };
    default:
      return undefined;
  }
}

function decodeOwn(
  words: WordReader,
  types: readonly TracedType[],
  index: number,
  depth: number,
): TracedValue | undefined {
  const type = types[index];
  if (!type) return undefined;
  if (type.kind === 'enum') {
    const bits = words.next();
    if (bits === undefined) return undefined;
    const value = bits | 0;
    const name = type.cases.find((each) => (each.value | 0) === value)?.name ?? null;
    return { kind: 'enum', type: type.name, name, value };
  }
  const fields: { readonly name: string; readonly value: TracedValue }[] = [];
  for (const name of type.fields) {
    const value = decodeValue(words, types, depth + 1);
    if (!value) return undefined;
    fields.push({ name, value });
  }
  return { kind: 'struct', type: type.name, fields };
}

/**
 * The index after the value that starts at `at`, without decoding it; -1 if the value is incomplete
 * or invalid.
 */
export function endOfValue(
  words: Uint32Array,
  at: number,
  end: number,
  types: readonly TracedType[],
  depth = 0,
): number {
  if (at >= end || depth > MAX_DEPTH) return -1;
  const head = words[at] ?? 0;
  const low = head & 0xffff;
  const next = at + 1;
  switch (head >>> 16) {
    case VALUE_KIND.opaque:
      return low === 0 ? next : -1;
    case VALUE_KIND.scalar:
      return endOfScalars(next, low, 1, end);
    case VALUE_KIND.vector:
      return endOfScalars(next, low & 0xff, low >> 8, end);
    case VALUE_KIND.matrix:
      return endOfScalars(next, low & 0xff, (low >> 12) * ((low >> 8) & 0xf), end);
    case VALUE_KIND.array: {
      const count = next < end ? Math.min(words[next] ?? 0, MAX_ELEMENTS) : -1;
      return count < 0 ? -1 : endOfValues(words, next + 1, count, end, types, depth);
    }
    case VALUE_KIND.tuple:
      return endOfValues(words, next, low, end, types, depth);
    case VALUE_KIND.struct:
    case VALUE_KIND.enum: {
      const type = types[low];
      if (!type) return -1;
      if (type.kind === 'enum') return next < end ? next + 1 : -1;
      return endOfValues(words, next, type.fields.length, end, types, depth);
    }
    default:
      return -1;
  }
}

function endOfValues(
  words: Uint32Array,
  start: number,
  count: number,
  end: number,
  types: readonly TracedType[],
  depth: number,
): number {
  let at = start;
  for (let index = 0; index < count && at >= 0; index += 1) {
    at = endOfValue(words, at, end, types, depth + 1);
  }
  return at;
}

function endOfScalars(at: number, code: number, count: number, end: number): number {
  const isKnown = count === 0 || (code >= SCALAR_CODE.float && code <= SCALAR_CODE.bool);
  return isKnown && at + count <= end ? at + count : -1;
}

const SLICE = 8192;

/** Decodes the records of one thread. An incomplete record cuts the trace. */
export function* decodeTrace(
  program: InstrumentedProgram,
  words: Uint32Array,
  { entryPoint, thread }: { readonly entryPoint: string; readonly thread: Thread },
): Sliced<Trace> {
  const written = words[AT.end] ?? 0;
  // Words that did not fit were written to the last word.
  const end = Math.min(written, Math.min(words[AT.capacity] ?? 0, words.length) - 1);
  const limit = words[AT.limit] ?? 0;
  const records: Records = { words, types: program.types };
  const withValue = Uint8Array.from(program.sites, (site) => (hasValue(site) ? 1 : 0));
  const steps: Step[] = [];
  let at: number = AT.first;
  let isCut = written > end;
  while (at < end) {
    const site = words[at] ?? 0;
    const isPlain = withValue[site] === 0;
    const next = isPlain ? at + 1 : endOfValue(words, at + 1, end, program.types);
    if (site >= withValue.length || next < 0 || steps.length >= limit) {
      isCut = true;
      break;
    }
    steps.push(isPlain ? { site, value: null } : new RecordedStep(site, records, at + 1));
    at = next;
    if (steps.length % SLICE === 0) yield;
  }
  return { program, entryPoint, thread, steps, isCut };
}

interface Records {
  readonly words: Uint32Array;
  readonly types: readonly TracedType[];
}

/**
 * A record with a value. The value is decoded on first access, since few steps of a long trace are
 * viewed.
 */
class RecordedStep implements Step {
  readonly site: number;
  readonly #records: Records;
  readonly #at: number;
  #value: TracedValue | null = null;

  constructor(site: number, records: Records, at: number) {
    this.site = site;
    this.#records = records;
    this.#at = at;
  }

  /** Returns the same object each time. */
  get value(): TracedValue | null {
    const { words, types } = this.#records;
    this.#value ??= decodeValueAt(words, this.#at, types) ?? null;
    return this.#value;
  }
}

export function hasValue({ event }: Site): boolean {
  switch (event.kind) {
    case 'value':
    case 'condition':
    case 'store':
      return true;
    case 'return':
      return event.hasValue;
    case 'enter':
    case 'statement':
    case 'iteration':
      return false;
  }
}

const KINDS = {
  'non-finite': ['NaN', 'infinity'],
  'out-of-range': ['out of range'],
} as const;

/** The findings of a search by site, NaN before infinity. */
export function decodeFindings(
  program: InstrumentedProgram,
  words: Uint32Array,
  search: keyof typeof KINDS,
): Finding[] {
  return program.sites.flatMap(({ id, line }) =>
    KINDS[search].flatMap((what, kind) => {
      const found = decodeCounted(program, words, id * FINDINGS_PER_SITE + kind);
      return found ? [{ ...placeOf(program, line), site: id, what, ...found }] : [];
    }),
  );
}

/** The threads that came to each breakpoint; null for one that none came to. */
export function decodeHits(
  program: InstrumentedProgram,
  words: Uint32Array,
  breakpoints: number,
): (CountedThreads | null)[] {
  return Array.from({ length: breakpoints }, (_, index) =>
    decodeCounted(program, words, index * FINDINGS_PER_SITE),
  );
}

function decodeCounted(
  program: InstrumentedProgram,
  words: Uint32Array,
  finding: number,
): CountedThreads | null {
  const word = (at: number) => words[at] ?? 0;
  const at = word(AT.counts) + finding * FINDING_WORDS;
  const count = word(at);
  const entryPoint = program.entryPoints[word(at + 1) - 1];
  if (count === 0 || entryPoint === undefined) return null;
  return { count, entryPoint, thread: [word(at + 2), word(at + 3), word(at + 4)] };
}

/**
 * The cost of each thread of the entry points, in executed sites.
 *
 * @param isDrawn whether fragments are counted too
 */
export function decodeHeat(
  words: Uint32Array,
  { entryPoints, width, height }: Pick<HeatMap, 'entryPoints' | 'width' | 'height'>,
  isDrawn: boolean,
): HeatMap {
  const first = words[AT.counts] ?? 0;
  const behind = first + width * height;
  const counts = words.slice(first, behind);
  const overdraw = isDrawn ? words.slice(behind, behind + width * height) : null;
  return { entryPoints, width, height, counts, overdraw };
}

/** The listed fragments, in no order; as many as there was room for. */
export function decodeFragments(
  { entryPoints }: InstrumentedProgram,
  words: Uint32Array,
): ListedFragment[] {
  const word = (at: number) => words[at] ?? 0;
  const room = Math.floor((words.length - 1 - AT.first) / FRAGMENT_WORDS);
  return Array.from({ length: Math.min(word(AT.writes), room) }, (_, index) => {
    const at = AT.first + index * FRAGMENT_WORDS;
    return {
      entryPoint: entryPoints[word(at)] ?? '',
      thread: [word(at + 1), word(at + 2), word(at + 3)],
      vertex: word(at + 4),
      instance: word(at + 5),
      draw: word(at + 6) >>> 1,
      depth: floatOf(word(at + 7)),
      coverage: word(at + 8),
      isDiscarded: word(at + 9) === 0,
    };
  });
}
