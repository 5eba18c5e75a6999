import { describe, expect, test } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import { decodeFindings, decodeHeat, decodeTrace } from './decodeTrace.ts';
import { instrumentSource } from './instrumentSource.ts';
import { FINDING_WORDS, SCALAR_CODE, TRACE_LAYOUT, VALUE_KIND } from './traceLayout.ts';

const PROGRAM = instrumentSource(`struct Ray { float x; Kind kind; }
enum Kind { Near, Far = 7 }
[shader("compute")] [numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { float a = id.x; Ray ray; ray.x = a; }
`);

const ENTER = 0;
const VALUE = 2;
const ENTERED = { site: ENTER, value: null };
const TARGET = { entryPoint: 'main', thread: [1, 2, 3] } as const;

const head = (kind: keyof typeof VALUE_KIND, low = 0) => VALUE_KIND[kind] * 0x10000 + low;
const bits = (value: number) => new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0;

function buffer(
  records: readonly number[],
  header: Partial<Record<keyof typeof TRACE_LAYOUT, number>> = {},
) {
  const words = new Uint32Array(TRACE_LAYOUT.first + 64);
  words.set(records, TRACE_LAYOUT.first);
  const end = TRACE_LAYOUT.first + records.length;
  const all = { end, limit: 100, capacity: words.length, ...header };
  for (const [name, word] of Object.entries(all)) {
    words[TRACE_LAYOUT[name as keyof typeof TRACE_LAYOUT]] = word;
  }
  return words;
}

function decoded(words: Uint32Array) {
  const { steps, isCut } = runAtOnce(decodeTrace(PROGRAM, words, TARGET));
  return { steps: steps.map(({ site, value }) => ({ site, value })), isCut };
}

describe('values', () => {
  const number = (type: string, value: number) => ({ kind: 'number', type, value });
  const float = (value: number) => number('float', value);
  const vector = (...values: number[]) => ({ kind: 'vector', elements: values.map(float) });
  const kindOf = (name: string | null, value: number) => ({
    kind: 'enum',
    type: 'Kind',
    name,
    value,
  });
  const struct = (type: string, fields: Readonly<Record<string, object>>) => {
    const named = Object.entries(fields).map(([name, value]) => ({ name, value }));
    return { kind: 'struct', type, fields: named };
  };
  const OPAQUE = { kind: 'opaque' };
  const MATRIX = { kind: 'matrix', rows: [vector(1), vector(2)] };
  const SIXTEEN = Array.from({ length: 16 }, () => OPAQUE);
  const ARRAY = { kind: 'array', elements: SIXTEEN, length: 40 };
  const RAY = struct('Ray', { x: float(3), kind: kindOf('Far', 7) });
  const TUPLE = struct('Tuple', { _0: float(3), _1: OPAQUE });
  const THREE = [head('scalar', SCALAR_CODE.float), bits(3)];

  test.each<[string, number[], object]>([
    ['opaque', [head('opaque')], OPAQUE],
    ['float', [head('scalar', SCALAR_CODE.float), bits(1.5)], float(1.5)],
    ['NaN', [head('scalar', SCALAR_CODE.float), 0x7fc00000], float(Number.NaN)],
    ['half', [head('scalar', SCALAR_CODE.half), bits(0.25)], number('half', 0.25)],
    ['int', [head('scalar', SCALAR_CODE.int), 0xffffffff], number('int', -1)],
    ['uint', [head('scalar', SCALAR_CODE.uint), 0xffffffff], number('uint', 4294967295)],
    ['bool', [head('scalar', SCALAR_CODE.bool), 1], { kind: 'bool', value: true }],
    ['vector', [head('vector', 0x200 | SCALAR_CODE.float), bits(1), bits(2)], vector(1, 2)],
    ['matrix', [head('matrix', 0x2100 | SCALAR_CODE.float), bits(1), bits(2)], MATRIX],
    ['array with many elements', [head('array'), 40, ...SIXTEEN.map(() => 0)], ARRAY],
    ['struct with an enum', [head('struct', 0), ...THREE, head('enum', 1), 7], RAY],
    ['tuple', [head('tuple', 2), ...THREE, head('opaque')], TUPLE],
    ['enum without a case', [head('enum', 1), 3], kindOf(null, 3)],
  ])('%s', (_, words, value) => {
    const result = decoded(buffer([VALUE, ...words, ENTER]));
    expect(result).toEqual({ steps: [{ site: VALUE, value }, ENTERED], isCut: false });
  });
});

test('drops a record whose value did not fit', () => {
  const value = [head('vector', 0x300 | SCALAR_CODE.float), bits(1), bits(2), bits(3)];
  const records = [ENTER, VALUE, ...value];
  for (let room = 1; room < records.length; room += 1) {
    // The last word is overwritten by a value that did not fit.
    const capacity = TRACE_LAYOUT.first + room + 1;
    const { steps, isCut } = decoded(buffer(records, { capacity }));
    expect(steps.map(({ site }) => site)).toEqual([ENTER]);
    expect(isCut).toBe(true);
  }
});

test('stops at the end of the trace, or at the maximum number of records', () => {
  expect(decoded(buffer([]))).toEqual({ steps: [], isCut: false });
  const result = decoded(buffer([ENTER, ENTER, ENTER], { limit: 2 }));
  expect(result).toEqual({ steps: [ENTERED, ENTERED], isCut: true });
});

test('stops at words that are not a record', () => {
  for (const broken of [[999], [VALUE, 0xffffffff], [VALUE, head('struct', 9)]]) {
    const { steps, isCut } = decoded(buffer([ENTER, ...broken, ENTER, ENTER]));
    expect(steps).toHaveLength(1);
    expect(isCut).toBe(true);
  }
});

test('reads findings by site, each with one of its threads', () => {
  const words = buffer([]);
  const counts = TRACE_LAYOUT.first;
  words[TRACE_LAYOUT.counts] = counts;
  words.set([12, 1, 4, 5, 6], counts + VALUE * 2 * FINDING_WORDS);
  words.set([2, 1, 7, 8, 9], counts + (VALUE * 2 + 1) * FINDING_WORDS);
  const common = { site: VALUE, path: 'user.slang', line: 4, entryPoint: 'main' };
  expect(decodeFindings(PROGRAM, words, 'non-finite')).toEqual([
    { ...common, count: 12, what: 'NaN', thread: [4, 5, 6] },
    { ...common, count: 2, what: 'infinity', thread: [7, 8, 9] },
  ]);
  expect(decodeFindings(PROGRAM, words, 'out-of-range')).toEqual([
    { ...common, count: 12, what: 'out of range', thread: [4, 5, 6] },
  ]);
});

test('reads the cost of each thread', () => {
  const words = buffer([3, 9, 1, 4], { counts: TRACE_LAYOUT.first });
  const map = { entryPoints: ['main'], width: 2, height: 1 };
  const counts = new Uint32Array([3, 9]);
  expect(decodeHeat(words, map, false)).toEqual({ ...map, counts, overdraw: null });
  const overdraw = new Uint32Array([1, 4]);
  expect(decodeHeat(words, map, true)).toEqual({ ...map, counts, overdraw });
});
