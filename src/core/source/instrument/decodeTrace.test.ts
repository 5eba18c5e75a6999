import { describe, expect, test } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import { decodeFindings, decodeHeat } from './decodeFindings.ts';
import { decodeTrace } from './decodeTrace.ts';
import { instrumentSource } from './instrumentSource.ts';
import { FINDING_WORDS, SCALAR_CODE, TRACE_LAYOUT, VALUE_KIND } from './traceLayout.ts';

const PROGRAM = instrumentSource(`struct Ray { float x; Kind kind; }
enum Kind { Near, Far = 7 }
[shader("compute")] [numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { float a = id.x; Ray ray; ray.x = a; }
`);

const ENTER = 0;
const VALUE = 2;
const TARGET = { entryPoint: 'main', thread: [1, 2, 3] } as const;

const head = (kind: keyof typeof VALUE_KIND, low = 0) => VALUE_KIND[kind] * 0x10000 + low;
const bits = (value: number) => new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0;

function buffer(
  records: readonly number[],
  header: Partial<Record<keyof typeof TRACE_LAYOUT, number>> = {},
) {
  const words = new Uint32Array(TRACE_LAYOUT.first + 64);
  words.set(records, TRACE_LAYOUT.first);
  const all = {
    end: TRACE_LAYOUT.first + records.length,
    limit: 100,
    capacity: words.length,
    ...header,
  };
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
  test.each([
    ['opaque', [head('opaque')], { kind: 'opaque' }],
    ['float', [head('scalar', SCALAR_CODE.float), bits(1.5)], float(1.5)],
    ['NaN', [head('scalar', SCALAR_CODE.float), 0x7fc00000], float(Number.NaN)],
    ['half', [head('scalar', SCALAR_CODE.half), bits(0.25)], number('half', 0.25)],
    ['int', [head('scalar', SCALAR_CODE.int), 0xffffffff], number('int', -1)],
    ['uint', [head('scalar', SCALAR_CODE.uint), 0xffffffff], number('uint', 4294967295)],
    ['bool', [head('scalar', SCALAR_CODE.bool), 1], { kind: 'bool', value: true }],
    [
      'vector',
      [head('vector', 0x200 | SCALAR_CODE.float), bits(1), bits(2)],
      { kind: 'vector', elements: [float(1), float(2)] },
    ],
    [
      'matrix',
      [head('matrix', 0x2100 | SCALAR_CODE.float), bits(1), bits(2)],
      {
        kind: 'matrix',
        rows: [
          { kind: 'vector', elements: [float(1)] },
          { kind: 'vector', elements: [float(2)] },
        ],
      },
    ],
    [
      'array with many elements',
      [head('array'), 40, ...Array.from({ length: 16 }).fill(0)],
      { kind: 'array', elements: Array.from({ length: 16 }).fill({ kind: 'opaque' }), length: 40 },
    ],
    [
      'struct with an enum',
      [head('struct', 0), head('scalar', SCALAR_CODE.float), bits(3), head('enum', 1), 7],
      {
        kind: 'struct',
        type: 'Ray',
        fields: [
          { name: 'x', value: float(3) },
          { name: 'kind', value: { kind: 'enum', type: 'Kind', name: 'Far', value: 7 } },
        ],
      },
    ],
    [
      'tuple',
      [head('tuple', 2), head('scalar', SCALAR_CODE.float), bits(3), head('opaque')],
      {
        kind: 'struct',
        type: 'Tuple',
        fields: [
          { name: '_0', value: float(3) },
          { name: '_1', value: { kind: 'opaque' } },
        ],
      },
    ],
    [
      'enum without a case',
      [head('enum', 1), 3],
      { kind: 'enum', type: 'Kind', name: null, value: 3 },
    ],
  ])('%s', (_, words, value) => {
    const result = decoded(buffer([VALUE, ...(words as number[]), ENTER]));
    expect(result).toEqual({
      steps: [
        { site: VALUE, value },
        { site: ENTER, value: null },
      ],
      isCut: false,
    });
  });
});

test('finds no steps in an empty trace', () => {
  expect(decoded(buffer([]))).toEqual({ steps: [], isCut: false });
});

test('drops a record whose value did not fit', () => {
  const records = [
    ENTER,
    VALUE,
    head('vector', 0x300 | SCALAR_CODE.float),
    bits(1),
    bits(2),
    bits(3),
  ];
  for (let room = 1; room < records.length; room += 1) {
    // The last word is overwritten by a value that did not fit.
    const capacity = TRACE_LAYOUT.first + room + 1;
    const { steps, isCut } = decoded(buffer(records, { capacity }));
    expect(steps.map(({ site }) => site)).toEqual([ENTER]);
    expect(isCut).toBe(true);
  }
});

test('stops at the maximum number of records', () => {
  expect(decoded(buffer([ENTER, ENTER, ENTER], { limit: 2 }))).toEqual({
    steps: [
      { site: ENTER, value: null },
      { site: ENTER, value: null },
    ],
    isCut: true,
  });
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
  const common = { site: VALUE, line: 4, entryPoint: 'main' };
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
  expect(decodeHeat(words, { entryPoint: 'main', width: 2, height: 2 })).toEqual({
    ...{ entryPoint: 'main', width: 2, height: 2, most: 9 },
    counts: new Uint32Array([3, 9, 1, 4]),
  });
});
