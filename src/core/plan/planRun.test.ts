import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../../../tests/support/compiler.ts';
import { isOnlyCompiled, NOT_RUNNABLE, planRun } from './planRun.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

/** Plans a run from the reflection that the real compiler gives for a source. */
function plan(sourceCode: string) {
  const answer = compiler.compile({
    target: 'WGSL',
    entrypoint: null,
    sourceCode,
    shaderPath: USER_SHADER_PATH,
  });
  if (!answer.succ) throw new Error(answer.log || answer.message);
  return planRun(answer.result, 'https://example.test/');
}

const IMPORTS = 'import playground; import rendering;';
const KERNEL = '[shader("compute")] [numthreads(8, 8, 1)]';
const DRAW = 'drawPixel(at, (int2 size) => { return float4(1); });';

describe('planning the default demo', () => {
  it('provides the time, the picture, and one call with a thread per pixel', async () => {
    const { shader, ...descriptor } = (({ ok, ...rest }) => {
      if (!('value' in rest)) throw new Error('The demo has a plan.');
      return rest.value;
    })(plan(await readDemo('circle')));
    expect(shader.threadGroupSizes).toEqual({ drawRing: [16, 16, 1] });
    expect(descriptor).toEqual({
      uri: 'https://example.test/',
      assets: {},
      resourceCommands: [
        {
          resourceName: 'outputTexture',
          parsedCommand: { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 },
        },
      ],
      callCommands: [
        {
          type: 'RESOURCE_BASED',
          entryPoint: 'drawRing',
          callOnce: false,
          resourceName: 'outputTexture',
        },
      ],
      uniformBlocks: [
        {
          name: 'uniforms',
          slot: { group: 0, binding: 0 },
          size: 16,
          components: [{ type: 'TIME', name: 'time', offset: 0, scalarType: 'float32' }],
        },
      ],
      layout: {
        outputTexture: {
          kind: 'storageTexture',
          group: 0,
          binding: 1,
          access: 'write-only',
          format: 'rgba8unorm',
          viewDimension: '2d',
        },
      },
      outputTypes: ['image'],
    });
  });
});

const PAINT = `void paint(uint2 at : SV_DispatchThreadID) { ${DRAW} }`;

describe('a program that cannot run', () => {
  it('may have entry points for graphics only, which is not an error', () => {
    const refused = plan('[shader("fragment")] float4 shade() : SV_Target { return 1.0; }');
    expect(refused).toEqual({
      ok: false,
      error:
        'This program is for compiling, not for running: shade is an entry point for graphics, and the playground runs compute shaders. Choose a target and compile to see the code.',
    });
    expect(!refused.ok && isOnlyCompiled(refused.error)).toBe(true);
    expect(isOnlyCompiled(NOT_RUNNABLE)).toBe(false);
  });

  it('has neither a picture nor printing', () => {
    expect(plan(`RWStructuredBuffer<int> data; ${KERNEL} void main() { data[0] = 1; }`)).toEqual({
      ok: false,
      error: NOT_RUNNABLE,
    });
  });

  it.each([
    [
      'a picture',
      `${IMPORTS} ${KERNEL} ${PAINT}`,
      '[playground::CALL::SIZE_OF("outputTexture")] or [playground::CALL(1, 1, 1)] to paint.',
    ],
    [
      'printing only',
      `RWStructuredBuffer<uint> g_printedBuffer; ${KERNEL} void main() { g_printedBuffer[0] = 1; }`,
      '[playground::CALL(1, 1, 1)] to main.',
    ],
    [
      'no compute entry point',
      `${IMPORTS} [shader("fragment")] float4 paint() : SV_Target { return float4(1); }`,
      '[playground::CALL::SIZE_OF("outputTexture")] or [playground::CALL(1, 1, 1)] to a compute ' +
        'entry point, a function with [shader("compute")] and [numthreads(8, 8, 1)].',
    ],
  ])('has no entry point that is called: %s', (_, source, hint) => {
    expect(plan(source)).toEqual({
      ok: false,
      error: `The shader compiled, but none of its entry points is called. Add, for example, ${hint}`,
    });
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
    const planned = plan(
      `import playground; ${declaration}; ${KERNEL} [playground::CALL(1, 1, 1)] void main() {}`,
    );
    expect(planned).toEqual({ ok: false, error });
  });
});

describe('pictures', () => {
  it.each([
    ['[format("rgba16f")] [playground::BLACK(64, 32)] WTexture2D<float4>', 'storageTexture'],
    ['[playground::BLACK_SCREEN(0.5, 0.5)] RWTexture2D<float>', 'storageTexture'],
    ['[playground::URL("photo.jpg")] Texture2D<float4>', 'texture'],
  ])('may be any colour texture named outputTexture: %s', (declaration, kind) => {
    const planned = plan(
      `import playground; ${declaration} outputTexture;
       ${KERNEL} [playground::CALL(1, 1, 1)] void main() {}`,
    );
    expect(planned).toMatchObject({
      ok: true,
      value: { outputTypes: ['image'], layout: { outputTexture: { kind, viewDimension: '2d' } } },
    });
  });
});

describe('calls', () => {
  it('are planned in the order of declaration, with once-only calls marked', () => {
    const planned = plan(`${IMPORTS}
      ${KERNEL} [playground::CALL(3, 4, 5)] [playground::CALL_ONCE] void first(uint2 at : SV_DispatchThreadID) { ${DRAW} }
      ${KERNEL} void never(uint2 at : SV_DispatchThreadID) { ${DRAW} }
      ${KERNEL} [playground::CALL(1, 1, 1)] void second(uint2 at : SV_DispatchThreadID) { ${DRAW} }`);
    expect(planned.ok && planned.value.callCommands).toEqual([
      { type: 'FIXED_SIZE', entryPoint: 'first', callOnce: true, size: [3, 4, 5] },
      { type: 'FIXED_SIZE', entryPoint: 'second', callOnce: false, size: [1, 1, 1] },
    ]);
  });
});

describe('code that does not look like the compiler’s', () => {
  const parameters = [
    {
      name: 'g_printedBuffer',
      binding: { kind: 'descriptorTableSlot', index: 1 },
      type: {
        kind: 'resource',
        baseShape: 'structuredBuffer',
        access: 'readWrite',
        resultType: { kind: 'scalar', scalarType: 'uint32' },
      },
    },
    {
      name: 'speed',
      binding: { kind: 'uniform', offset: 0, size: 4 },
      type: { kind: 'scalar', scalarType: 'float32' },
    },
  ];
  const entryPoints = [
    {
      name: 'main',
      stage: 'compute',
      threadGroupSize: [1, 1, 1],
      userAttribs: [{ name: 'playground_CALL', arguments: [1, 1, 1] }],
    },
  ];
  const program = {
    target: 'WGSL' as const,
    code: 'what a later compiler may write',
    binary: null,
    hashedStrings: {},
    threadGroupSizes: { main: [1, 1, 1] as const },
  };

  it('is assumed to use everything, with the uniform block at binding 0', () => {
    const planned = planRun({ ...program, reflection: { parameters, entryPoints } }, '');
    expect(planned).toMatchObject({
      ok: true,
      value: {
        uniformBlocks: [{ slot: { group: 0, binding: 0 }, size: 16 }],
        layout: { g_printedBuffer: { kind: 'buffer', binding: 1, access: 'storage' } },
      },
    });
  });

  it('requires content for every resource', () => {
    const [printed] = parameters;
    const cells = { ...printed, name: 'cells', binding: { kind: 'descriptorTableSlot', index: 2 } };
    const reflection = { parameters: [...parameters, cells], entryPoints };
    expect(planRun({ ...program, reflection }, '')).toEqual({
      ok: false,
      error:
        'Cannot create bind-group. The following resources are not bound: cells. ' +
        'Say what each starts with: add, for example, [playground::ZEROS(1024)] to cells.',
    });
  });
});
