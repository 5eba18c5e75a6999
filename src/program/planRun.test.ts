import { beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../../tests/support/compiler.ts';
import { USER_SHADER_PATH } from './compileResult.ts';
import { NOT_RUNNABLE, planRun } from './planRun.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

/** Plans what the real compiler reflects of a source. */
async function plan(sourceCode: string) {
  const answer = await compiler.compile({
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
  it('feeds time, makes the picture and calls the one entry point for each of its pixels', async () => {
    const { shader, ...descriptor } = (({ ok, ...rest }) => {
      if (!('value' in rest)) throw new Error('The demo has a plan.');
      return rest.value;
    })(await plan(await readDemo('circle')));
    expect(shader.threadGroupSizes).toEqual({ drawRing: [16, 16, 1] });
    expect(descriptor).toEqual({
      uri: 'https://example.test/',
      resourceCommands: [
        {
          resourceName: 'outputTexture',
          parsedCommand: { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 },
        },
      ],
      callCommands: [
        {
          type: 'RESOURCE_BASED',
          fnName: 'drawRing',
          callOnce: false,
          resourceName: 'outputTexture',
        },
      ],
      uniformSize: 16,
      uniformComponents: [{ type: 'TIME', name: 'time', offset: 0, scalarType: 'float32' }],
      layout: {
        outputTexture: {
          kind: 'storageTexture',
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

describe('what cannot run', () => {
  it('has neither picture nor printing', async () => {
    expect(
      await plan(`RWStructuredBuffer<int> data; ${KERNEL} void main() { data[0] = 1; }`),
    ).toEqual({
      ok: false,
      error: NOT_RUNNABLE,
    });
  });

  it('has no entry point that is called', async () => {
    expect(
      await plan(`${IMPORTS} ${KERNEL} void paint(uint2 at : SV_DispatchThreadID) { ${DRAW} }`),
    ).toEqual({
      ok: false,
      error: expect.stringMatching(
        /none of its entry points is called\..*CALL::SIZE_OF.* to paint\./,
      ),
    });
  });

  it.each([
    [
      'two calls',
      `${KERNEL} [playground::CALL(1, 1, 1)] [playground::CALL::SIZE_OF("outputTexture")] void paint(uint2 at : SV_DispatchThreadID) { ${DRAW} }`,
      'Multiple CALL commands found for paint',
    ],
    [
      'a call for a resource that does not exist',
      `${KERNEL} [playground::CALL::SIZE_OF("nothing")] void paint(uint2 at : SV_DispatchThreadID) { ${DRAW} }`,
      'Cannot find resource nothing for paint CALL command',
    ],
    [
      'time in a vector',
      `[playground::TIME] uniform float2 time; ${KERNEL} [playground::CALL(1, 1, 1)] void paint(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 size) => { return float4(time, 0, 1); }); }`,
      'TIME attribute cannot be applied to time, it only supports a float scalar in the uniform block',
    ],
    [
      'black on a buffer',
      `[playground::BLACK(4, 4)] RWStructuredBuffer<float> data; ${KERNEL} [playground::CALL(1, 1, 1)] void paint(uint2 at : SV_DispatchThreadID) { data[0] = 1; ${DRAW} }`,
      'BLACK attribute cannot be applied to data, it only supports 2D textures',
    ],
    [
      'an unknown format',
      `[format("r64ui")] RWTexture2D<uint> bits; ${KERNEL} [playground::CALL(1, 1, 1)] void paint(uint2 at : SV_DispatchThreadID) { bits[at] = 1; ${DRAW} }`,
      'Could not get texture format for bits: Could not find webgpu format for r64ui',
    ],
  ])('is refused: %s', async (_, source, error) => {
    expect(await plan(`${IMPORTS} ${source}`)).toEqual({ ok: false, error });
  });
});

describe('calls', () => {
  it('are planned in the order of declaration, once-only ones marked', async () => {
    const planned = await plan(`${IMPORTS}
      ${KERNEL} [playground::CALL(3, 4, 5)] [playground::CALL_ONCE] void first(uint2 at : SV_DispatchThreadID) { ${DRAW} }
      ${KERNEL} void never(uint2 at : SV_DispatchThreadID) { ${DRAW} }
      ${KERNEL} [playground::CALL(1, 1, 1)] void second(uint2 at : SV_DispatchThreadID) { ${DRAW} }`);
    expect(planned.ok && planned.value.callCommands).toEqual([
      { type: 'FIXED_SIZE', fnName: 'first', callOnce: true, size: [3, 4, 5] },
      { type: 'FIXED_SIZE', fnName: 'second', callOnce: false, size: [1, 1, 1] },
    ]);
  });
});
