import { describe, expect, it } from 'vitest';
import { readDemo } from '../../../tests/support/compiler.ts';
import { createPlanner, PLAN_URI } from '../../../tests/support/planner.ts';
import { isOnlyCompiled, NOT_RUNNABLE, planRun } from './planRun.ts';

const planner = await createPlanner();

const IMPORTS = 'import playground; import rendering;';
const KERNEL = '[shader("compute")] [numthreads(8, 8, 1)]';
const DRAW = 'drawPixel(at, (int2 size) => { return float4(1); });';

describe('planning the default demo', () => {
  it('provides the time, the picture, and one call with a thread per pixel', async () => {
    const { shader, ...descriptor } = planner.descriptor(await readDemo('circle'));
    expect(shader.threadGroupSizes).toEqual({ drawRing: [16, 16, 1] });
    const resourceName = 'outputTexture';
    const parsedCommand = { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 };
    expect(descriptor).toEqual({
      uri: PLAN_URI,
      assets: {},
      resourceCommands: [{ resourceName, parsedCommand }],
      callCommands: [
        { type: 'RESOURCE_BASED', entryPoint: 'drawRing', callOnce: false, resourceName },
      ],
      uniformBlocks: [
        {
          ...{ name: 'uniforms', slot: { group: 0, binding: 0 }, size: 16 },
          components: [{ type: 'TIME', name: 'time', offset: 0, scalarType: 'float32' }],
        },
      ],
      layout: {
        outputTexture: {
          ...{ kind: 'storageTexture', group: 0, binding: 1, access: 'write-only' },
          ...{ format: 'rgba8unorm', viewDimension: '2d' },
        },
      },
      outputTypes: ['image'],
    });
  });
});

const PAINT = `void paint(uint2 at : SV_DispatchThreadID) { ${DRAW} }`;

describe('a program that cannot run', () => {
  it('may have entry points for graphics only, which is not an error', () => {
    const error = planner.refusal(
      '[shader("vertex")] float4 shade() : SV_Position { return 1.0; }',
    );
    expect(error).toBe(
      'This program is for compiling, not for running: shade is a vertex entry point, and nothing says what to draw. Add, for example, [playground::DRAW(3)] to a vertex entry point, or choose a target and compile to see the code.',
    );
    expect([error, NOT_RUNNABLE].map(isOnlyCompiled)).toEqual([true, false]);
  });

  it('has neither a picture nor printing', () => {
    const source = `RWStructuredBuffer<int> data; ${KERNEL} void main() { data[0] = 1; }`;
    expect(planner.refusal(source)).toBe(NOT_RUNNABLE);
  });

  const PRINT = 'RWStructuredBuffer<uint> g_printedBuffer;';
  const UNCALLED = {
    [`${IMPORTS} ${KERNEL} ${PAINT}`]:
      '[playground::CALL::SIZE_OF("outputTexture")] or [playground::CALL(1, 1, 1)] to paint.',
    [`${PRINT} ${KERNEL} void main() { g_printedBuffer[0] = 1; }`]:
      '[playground::CALL(1, 1, 1)] to main.',
    [`${IMPORTS} [shader("vertex")] float4 paint() : SV_Position { return float4(1); }`]:
      '[playground::CALL::SIZE_OF("outputTexture")] or [playground::CALL(1, 1, 1)] to a compute ' +
      'entry point, a function with [shader("compute")] and [numthreads(8, 8, 1)].',
  };

  it.each(Object.entries(UNCALLED))('has no entry point that is called: %s', (source, hint) => {
    expect(planner.refusal(source)).toBe(
      `The shader compiled, but none of its entry points is called. Add, for example, ${hint}`,
    );
  });

  const NO_PICTURE =
    'outputTexture cannot be shown: it has to be a 2D texture of colours, such as ' +
    '[format("rgba8")] WTexture2D<float4> outputTexture. Give another resource another name.';
  const NO_PRINTING =
    'g_printedBuffer cannot be printed: it has to be a RWStructuredBuffer. ' +
    'Add "import printing;" instead of declaring it.';

  it.each([
    ['[playground::ZEROS(4)] RWStructuredBuffer<float> outputTexture', NO_PICTURE],
    ['[playground::BLACK(4, 4)] WTexture2D<uint4> outputTexture', NO_PICTURE],
    ['[playground::BLACK_3D(4, 4, 4)] WTexture3D<float4> outputTexture', NO_PICTURE],
    ['uniform float outputTexture', NO_PICTURE],
    ['[playground::BLACK(4, 4)] WTexture2D<float4> g_printedBuffer', NO_PRINTING],
    ['ConstantBuffer<float4> g_printedBuffer', NO_PRINTING],
    ['[playground::ZEROS(4)] StructuredBuffer<uint> g_printedBuffer', NO_PRINTING],
    ['uniform uint g_printedBuffer', NO_PRINTING],
  ])('has an output that cannot be displayed: %s', (declaration, error) => {
    const source = `import playground; ${declaration}; ${KERNEL} [playground::CALL(1, 1, 1)] void main() {}`;
    expect(planner.refusal(source)).toBe(error);
  });
});

describe('pictures', () => {
  it.each([
    ['[format("rgba16f")] [playground::BLACK(64, 32)] WTexture2D<float4>', 'storageTexture'],
    ['[playground::BLACK_SCREEN(0.5, 0.5)] RWTexture2D<float>', 'storageTexture'],
    ['[playground::URL("photo.jpg")] Texture2D<float4>', 'texture'],
  ])('may be any colour texture named outputTexture: %s', (declaration, kind) => {
    const planned = planner.descriptor(
      `import playground; ${declaration} outputTexture;
       ${KERNEL} [playground::CALL(1, 1, 1)] void main() {}`,
    );
    expect(planned).toMatchObject({
      outputTypes: ['image'],
      layout: { outputTexture: { kind, viewDimension: '2d' } },
    });
  });
});

describe('calls', () => {
  it('are planned in the order of declaration, with once-only calls marked', () => {
    const planned = planner.descriptor(`${IMPORTS}
      ${KERNEL} [playground::CALL(3, 4, 5)] [playground::CALL_ONCE] void first(uint2 at : SV_DispatchThreadID) { ${DRAW} }
      ${KERNEL} void never(uint2 at : SV_DispatchThreadID) { ${DRAW} }
      ${KERNEL} [playground::CALL(1, 1, 1)] void second(uint2 at : SV_DispatchThreadID) { ${DRAW} }`);
    expect(planned.callCommands).toEqual([
      { type: 'FIXED_SIZE', entryPoint: 'first', callOnce: true, size: [3, 4, 5] },
      { type: 'FIXED_SIZE', entryPoint: 'second', callOnce: false, size: [1, 1, 1] },
    ]);
  });
});

describe('code that does not look like the compiler’s', () => {
  const printed = {
    name: 'g_printedBuffer',
    binding: { kind: 'descriptorTableSlot', index: 1 },
    type: {
      ...{ kind: 'resource', baseShape: 'structuredBuffer', access: 'readWrite' },
      resultType: { kind: 'scalar', scalarType: 'uint32' },
    },
  };
  const speed = {
    name: 'speed',
    binding: { kind: 'uniform', offset: 0, size: 4 },
    type: { kind: 'scalar', scalarType: 'float32' },
  };
  const userAttribs = [{ name: 'playground_CALL', arguments: [1, 1, 1] }];
  const entryPoints = [{ name: 'main', stage: 'compute', threadGroupSize: [1, 1, 1], userAttribs }];
  const program = {
    target: 'WGSL' as const,
    code: 'what a later compiler may write',
    binary: null,
    hashedStrings: {},
    threadGroupSizes: { main: [1, 1, 1] as const },
  };

  it('is assumed to use everything, with the uniform block at binding 0', () => {
    const reflection = { parameters: [printed, speed], entryPoints };
    expect(planRun({ ...program, reflection }, '')).toMatchObject({
      value: {
        uniformBlocks: [{ slot: { group: 0, binding: 0 }, size: 16 }],
        layout: { g_printedBuffer: { kind: 'buffer', binding: 1, access: 'storage' } },
      },
    });
  });

  it('requires content for every resource', () => {
    const cells = { ...printed, name: 'cells', binding: { kind: 'descriptorTableSlot', index: 2 } };
    const reflection = { parameters: [printed, speed, cells], entryPoints };
    expect(planRun({ ...program, reflection }, '')).toEqual({
      ok: false,
      error:
        'Cannot create bind-group. The following resources are not bound: cells. ' +
        'Say what each starts with: add, for example, [playground::ZEROS(1024)] to cells.',
    });
  });
});
