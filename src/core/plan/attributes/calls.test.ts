import { describe, expect, it } from 'vitest';
import { createPlanner, shaderOf } from '../../../../tests/support/planner.ts';
import { planCall } from './calls.ts';

const planner = await createPlanner();

const DECLARATIONS = `
  [playground::ZEROS(4)] RWStructuredBuffer<uint> groups;
  [playground::ZEROS(2)] RWStructuredBuffer<uint> two;
  [playground::DATA("groups.bin")] StructuredBuffer<uint> loaded;
  [playground::ZEROS(4)] RWStructuredBuffer<float3> points;
  [playground::BLACK_3D(4, 4, 4)] WTexture3D<float4> cloud;
  [playground::SAMPLER] SamplerState smooth;
  [playground::TIME] uniform float time;`;

const calls = (attributes: string) =>
  planner.descriptor(shaderOf(DECLARATIONS, '', attributes)).callCommands;

const CALLS = [
  ['CALL(3, 4, 5)', { type: 'FIXED_SIZE', size: [3, 4, 5] }],
  ['CALL::SIZE_OF("outputTexture")', { type: 'RESOURCE_BASED', resourceName: 'outputTexture' }],
  ['CALL_SIZE_OF("cloud")', { type: 'RESOURCE_BASED', resourceName: 'cloud' }],
  ['CALL_SIZE_OF("groups")', { type: 'RESOURCE_BASED', resourceName: 'groups', elementSize: 4 }],
  ['CALL_SIZE_OF("points")', { type: 'RESOURCE_BASED', resourceName: 'points', elementSize: 16 }],
  ['CALL_INDIRECT("groups", 4)', { type: 'INDIRECT', bufferName: 'groups', offset: 4 }],
  ['CALL::INDIRECT("groups", 0)', { type: 'INDIRECT', bufferName: 'groups', offset: 0 }],
  ['CALL_INDIRECT("loaded", 4096)', { type: 'INDIRECT', bufferName: 'loaded', offset: 4096 }],
] as const;

describe('calls', () => {
  it.each(CALLS)('are planned from %s', (attribute, call) => {
    expect(calls(`[playground::${attribute}]`)).toEqual([
      { ...call, entryPoint: 'main', callOnce: false },
    ]);
  });

  it.each(['CALL_ONCE', 'CALL::ONCE'])('happen in the first frame only for %s', (once) => {
    for (const call of ['CALL(1, 1, 1)', 'CALL_SIZE_OF("groups")', 'CALL_INDIRECT("groups", 0)']) {
      const planned = calls(`[playground::${once}] [playground::${call}]`);
      expect(planned).toMatchObject([{ callOnce: true }]);
    }
  });

  it('may name a resource that no code uses', () => {
    const source = shaderOf(DECLARATIONS, '', '[playground::CALL_SIZE_OF("cloud")]');
    expect(planner.resource(source, 'cloud')).toEqual({
      command: { type: 'BLACK_3D', width: 4, height: 4, depth: 4 },
      binding: expect.objectContaining({ kind: 'storageTexture', viewDimension: '3d' }),
    });
  });
});

const ONE = '[playground::CALL(1, 1, 1)]';
const MULTIPLE = 'Multiple CALL commands found for main';

const REFUSALS = {
  [`${ONE} [playground::CALL(2, 2, 2)]`]: MULTIPLE,
  [`${ONE} [playground::CALL_SIZE_OF("groups")]`]: MULTIPLE,
  [`${ONE} [playground::CALL_INDIRECT("groups", 0)]`]: MULTIPLE,
  [`${ONE} [playground::CALL_ONCE] [playground::CALL::ONCE]`]:
    'Multiple CALL ONCE commands found for main',
  '[playground::CALL_ONCE]':
    'main has a CALL_ONCE attribute, but nothing says on how many threads it runs. Add, for ' +
    'example, [playground::CALL(1, 1, 1)] or [playground::CALL::SIZE_OF("…")] to it.',
  '[playground::CALL_SIZE_OF("nothing")]': 'Cannot find resource nothing for main CALL command',
  '[playground::CALL_SIZE_OF("time")]': 'Cannot find resource time for main CALL command',
  '[playground::CALL_SIZE_OF("")]': 'Cannot find resource  for main CALL command',
  '[playground::CALL_INDIRECT("nothing", 0)]':
    'Indirect buffer not found: nothing, which main names',
  '[playground::CALL_INDIRECT("cloud", 0)]':
    'Indirect resource is not a buffer: cloud, which main names, is a WTexture3D',
};

const WRONG_ARGUMENTS = [
  [
    'CALL_SIZE_OF',
    '"smooth"',
    'smooth is a SamplerState, which has no size; name a buffer or a texture.',
  ],
  ['CALL_INDIRECT', '"", 0', 'its buffer name is "", but has to be a text that is not empty.'],
  ['CALL_INDIRECT', '"groups", 8', 'its offset is 8, but has to be a whole number from 0 to 4.'],
  ['CALL_INDIRECT', '"groups", -4', 'its offset is -4, but has to be a whole number from 0 to 4.'],
  ['CALL_INDIRECT', '"groups", 2', 'its offset is 2, but has to be a multiple of 4 bytes.'],
  ['CALL_INDIRECT', '"two", 0', 'two has 8 bytes, but three numbers take 12.'],
  [
    'CALL_INDIRECT',
    '"result", 0',
    'main itself uses result, but a buffer cannot be used and say the number of groups at once. ' +
      'Copy what it needs into another buffer.',
  ],
  ['CALL', '0, 1, 1', 'its x is 0, but has to be a whole number from 1 to 524280.'],
  ['CALL', '1, -2, 1', 'its y is -2, but has to be a whole number from 1 to 262140.'],
  ['CALL', '1, 1, 131071', 'its z is 131071, but has to be a whole number from 1 to 131070.'],
] as const;

describe('an invalid call', () => {
  it.each(Object.entries(REFUSALS))('is rejected: %s', (attributes, message) => {
    expect(planner.refusal(shaderOf(DECLARATIONS, '', attributes))).toBe(message);
  });

  it.each(WRONG_ARGUMENTS)('is rejected: [playground::%s(%s)]', (name, taken, why) => {
    const source = shaderOf(DECLARATIONS, '', `[playground::${name}(${taken})]`);
    expect(planner.refusal(source)).toBe(`${name} attribute of main: ${why}`);
  });

  it('is rejected for an entry point of another stage', () => {
    const source = `${shaderOf('')}
      [shader("fragment")] [playground::CALL(1, 1, 1)] float4 paint() : SV_Target { return float4(1); }`;
    expect(planner.refusal(source)).toBe(
      'CALL attribute of paint: it is a fragment entry point, but only compute ones can be called.',
    );
  });

  it('is rejected for a user-defined attribute that looks like the playground’s', () => {
    const declaration =
      '[__AttributeUsage(_AttributeTargets.Function)] struct playground_TWICEAttribute {};';
    const source = shaderOf(declaration, '', '[playground_TWICE]');
    expect(planner.refusal(source)).toBe(
      'TWICE attribute of main is unknown. Entry points can have CALL, CALL_SIZE_OF, CALL_INDIRECT, CALL_ONCE.',
    );
  });

  it.each([[[]], [[1, 2, 3, 4]]])('is rejected with too few or many values: %j', (args) => {
    const attributes = [{ name: 'playground_CALL', arguments: args }];
    const entryPoint = { name: 'main', stage: 'compute', attributes, uniformParameters: [] };
    expect(planCall({ ...entryPoint, threadGroupSize: [1, 1, 1] }, new Map())).toEqual({
      ok: false,
      error: `Too many parameters for main CALL command: it has ${args.length} values, but takes 1 to 3.`,
    });
  });
});

describe('indirect calls', () => {
  it('may read a buffer that other entry points use', () => {
    const source = `${shaderOf(DECLARATIONS, '', '[playground::CALL_INDIRECT("groups", 0)]')}
      [shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] void count() { groups[0] = 3; }`;
    expect(planner.descriptor(source).callCommands).toMatchObject([
      { type: 'INDIRECT', entryPoint: 'main', bufferName: 'groups' },
      { type: 'FIXED_SIZE', entryPoint: 'count' },
    ]);
  });

  it('may not read a buffer that their entry point uses in a called function', () => {
    const declarations = `${DECLARATIONS} void clear() { groups[0] = 0; }`;
    const source = shaderOf(declarations, 'clear();', '[playground::CALL_INDIRECT("groups", 0)]');
    expect(planner.refusal(source)).toMatch(/^CALL_INDIRECT attribute of main: main itself uses g/);
  });
});
