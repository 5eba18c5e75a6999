import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import {
  type CompilerClient,
  createCompilerClient,
} from '#engine/compiler/client/compilerClient.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { startNodeWorker } from '../support/nodeTransport.ts';
import { TARGET_OUTPUTS } from '../support/targetOutputs.ts';

const KERNEL = '[shader("compute")] [numthreads(1, 1, 1)]';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

async function compile(target: CompileTarget, sourceCode: string, entrypoint: string | null) {
  const request = { target, entrypoint, sourceCode, shaderPath: USER_SHADER_PATH };
  const answer = await compiler.compile(request);
  if (!answer.succ) throw new Error(`${answer.message}\n${answer.log}`);
  return answer.result;
}

it.each(COMPILE_TARGETS)('a demo compiles to %s', async (target) => {
  const { code } = await compile(target, await readDemo('circle'), 'drawRing');
  expect(code).toMatch(TARGET_OUTPUTS[target].shape('drawRing'));
});

describe('a source with several entry points', () => {
  const SOURCE = `
    RWStructuredBuffer<float> data;
    [shader("vertex")] float4 place(float3 at : POSITION) : SV_Position { return float4(at, 1); }
    [shader("fragment")] float4 paint() : SV_Target { return float4(data[0]); }
    ${KERNEL} void work() { data[0] = 1; }`;

  it.each(['SPIRV', 'METAL', 'WGSL'] as const)('compiles as a whole to %s', async (target) => {
    const { code } = await compile(target, SOURCE, null);
    for (const name of ['place', 'paint', 'work']) expect(code).toContain(name);
  });

  it.each(['HLSL', 'GLSL'] as const)('compiles the named entry point to %s', async (target) => {
    for (const [name, tells] of Object.entries({
      place: /POSITION|gl_Position/,
      paint: /SV_TARGET|layout\(location = 0\)\nout/i,
      work: /numthreads|local_size_x/,
    })) {
      expect((await compile(target, SOURCE, name)).code).toMatch(tells);
    }
    expect((await compile(target, SOURCE, 'paint')).code).not.toMatch(/numthreads|local_size_x/);
  });

  it.each(['HLSL', 'GLSL', 'CUDA'] as const)(
    'requires the name of an entry point for %s',
    async (target) => {
      const request = { target, sourceCode: SOURCE, shaderPath: USER_SHADER_PATH };
      expect(await compiler.compile({ ...request, entrypoint: null })).toMatchObject({
        succ: false,
        message: 'No entry point specified',
      });
      expect(await compiler.compile({ ...request, entrypoint: 'nobody' })).toMatchObject({
        succ: false,
        message: 'The source defines no entry point named nobody; it defines place, paint, work.',
      });
    },
  );
});

describe('a chain of 190 calls', () => {
  const CHAIN = `
    RWStructuredBuffer<float> data;
    float f0(float x) { return x; }
    ${Array.from({ length: 190 }, (_, level) => `float f${level + 1}(float x) { return f${level}(x) + 1; }`).join('\n')}
    ${KERNEL} void main() { data[0] = f190(data[1]); }`;

  let client: CompilerClient;
  beforeAll(() => {
    const onState = () => {};
    client = createCompilerClient({ start: startNodeWorker, binaryUrl: 'unused', onState });
  });
  afterAll(() => client.dispose());

  it.each(COMPILE_TARGETS)('compiles to %s', async (target) => {
    const request = { target, sourceCode: CHAIN, shaderPath: USER_SHADER_PATH };
    const outcome = await client.compile({ ...request, entrypoint: 'main' });
    expect(outcome).toMatchObject({ succ: true, message: '' });
  });
});

describe('the compiler’s memory', () => {
  it('does not grow over compiles of changing sources', async () => {
    const demo = await readDemo('circle');
    const compileSome = async (count: number, from: number) => {
      for (let index = from; index < from + count; index += 1) {
        await compile('WGSL', `${demo}\nstatic const int edit = ${index};\n`, null);
      }
      return compiler.memoryBytes();
    };
    const warm = await compileSome(20, 0);
    expect(await compileSome(60, 20)).toBeLessThanOrEqual(warm * 1.05);
  }, 180_000);
});
