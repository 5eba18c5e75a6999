import { expect, it } from 'vitest';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import type { JsonValue } from '#core/util/json.ts';
import { planRun } from './planRun.ts';

const SEED = 20240607;
const ROUNDS = 4000;

/** A fixed sequence of numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words that occur in reflection, so that random input passes many checks. */
const WORDS = (
  'scalar vector matrix array struct resource samplerState constantBuffer parameterBlock pointer ' +
  'structuredBuffer byteAddressBuffer texture1D texture2D texture3D textureCube textureBuffer ' +
  'uniform descriptorTableSlot subElementRegisterSpace pushConstantBuffer float32 float16 int32 ' +
  'uint64 bool read write readWrite rasterOrdered append compute fragment rgba8 r32f nonsense ' +
  'outputTexture g_printedBuffer main x y __proto__ constructor'
).split(' ');

const ATTRIBUTES = (
  'ZEROS SAMPLER BLACK BLACK_3D BLACK_SCREEN URL DATA RAND TIME FRAME_ID MOUSE_POSITION SLIDER ' +
  'COLOR_PICK KEY CALL CALL_SIZE_OF CALL_INDIRECT CALL_ONCE UNKNOWN toString'
).split(' ');

const NUMBERS = [0, 1, 2, 3, 4, 16, -1, 0.5, 1e9, 2 ** 32 - 1, -(2 ** 31), 1e308];

function createGenerator(random: () => number) {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const many = <Value>(make: () => Value): Value[] =>
    Array.from({ length: Math.floor(random() * 4) }, make);

  /** Sometimes replaces the expected value with another. */
  const or = (value: JsonValue): JsonValue => (random() < 0.04 ? anything(2) : value);
  const anything = (depth: number): JsonValue => {
    const kind = Math.floor(random() * (depth > 0 ? 7 : 5));
    if (kind === 0) return null;
    if (kind === 1) return random() < 0.5;
    if (kind === 2) return pick(NUMBERS);
    if (kind < 5) return pick(WORDS);
    if (kind === 5) return many(() => anything(depth - 1));
    return Object.fromEntries(many(() => [pick(WORDS), anything(depth - 1)]));
  };
  const attribute = (): JsonValue => ({
    name: or(`playground_${pick(ATTRIBUTES)}`),
    arguments: or(many(() => (random() < 0.6 ? pick(NUMBERS) : pick(WORDS)))),
  });
  const binding = (): JsonValue =>
    or({
      kind: pick(['uniform', 'descriptorTableSlot', 'descriptorTableSlot', ...WORDS]),
      index: pick([0, 1, 2, 3]),
      offset: pick([0, 4, 16]),
      size: pick([4, 16]),
      ...(random() < 0.1 ? { space: 1 } : {}),
    });
  const type = (depth: number): JsonValue => {
    const inner = () => (depth > 0 ? type(depth - 1) : anything(0));
    return or({
      kind: pick(WORDS.slice(0, 10)),
      scalarType: pick(WORDS),
      baseShape: pick(['structuredBuffer', 'texture2D', 'texture3D', ...WORDS]),
      access: pick(['write', 'readWrite', ...WORDS]),
      elementCount: pick(NUMBERS),
      rowCount: pick(NUMBERS),
      columnCount: pick(NUMBERS),
      combined: random() < 0.1,
      array: random() < 0.1,
      elementType: inner(),
      resultType: inner(),
      elementVarLayout: { binding: binding() },
      fields: depth > 0 ? many(() => parameter(depth - 1)) : [],
    });
  };
  const parameter = (depth: number): JsonValue => ({
    name: or(pick(['outputTexture', 'g_printedBuffer', 'x', 'y', ...WORDS])),
    type: type(depth),
    ...(random() < 0.8 ? { binding: binding() } : { bindings: or(many(binding)) }),
    ...(random() < 0.3 ? { format: or(pick(WORDS)) } : {}),
    userAttribs: or(random() < 0.3 ? many(attribute) : []),
  });
  const entryPoint = (): JsonValue => ({
    name: or(pick(['main', ...WORDS])),
    stage: or('compute'),
    threadGroupSize: or([8, 8, 1]),
    parameters: or(many(() => parameter(1))),
    userAttribs: or(
      random() < 0.7 ? [{ name: 'playground_CALL', arguments: [1, 1, 1] }] : many(attribute),
    ),
  });
  const printed: JsonValue = {
    name: 'g_printedBuffer',
    binding: { kind: 'descriptorTableSlot', index: 9 },
    type: {
      kind: 'resource',
      baseShape: 'structuredBuffer',
      access: 'readWrite',
      resultType: { kind: 'scalar', scalarType: 'uint32' },
    },
  };
  return (): JsonValue =>
    or({
      parameters: or([...(random() < 0.7 ? [printed] : []), ...many(() => parameter(2))]),
      entryPoints: or([entryPoint(), ...(random() < 0.3 ? many(entryPoint) : [])]),
    });
}

const CODE = `@binding(1) @group(0) var<storage, read_write> x_0 : array<f32>;
fn main()
{
    x_0[0] = 1;
}
`;

it('turns any reflection into a plan or a message, and never throws', () => {
  const random = createRandom(SEED);
  const generate = createGenerator(random);
  const outcomes = { plans: 0, sentences: new Set<string>() };
  for (let round = 0; round < ROUNDS; round += 1) {
    const reflection = generate();
    const code = random() < 0.5 ? CODE : '';
    const program = {
      target: 'WGSL',
      code,
      binary: null,
      hashedStrings: {},
      threadGroupSizes: {},
    } as const;
    const planned = planRun({ ...program, reflection }, 'https://example.test/');
    if (planned.ok) outcomes.plans += 1;
    else outcomes.sentences.add(planned.error.replace(/(?:playground_)?\b[A-Z_\d]{3,}\b.*/, ''));
    if (!planned.ok) expect(planned.error).toMatch(/\w .*\w/s);
    expect(readReflection(reflection).parameters).toBeInstanceOf(Array);
  }
  // Some of the random input must pass all checks.
  expect(outcomes.plans).toBeGreaterThan(ROUNDS / 20);
  expect(outcomes.sentences.size).toBeGreaterThan(100);
});
