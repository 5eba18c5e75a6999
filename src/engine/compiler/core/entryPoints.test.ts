import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import type { Compiler } from './compiler.ts';

const COMPUTE = '[shader("compute")] [numthreads(4, 2, 1)]';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

const find = (sourceCode: string, target: CompileTarget = 'WGSL') =>
  compiler.findEntryPoints({ target, sourceCode, shaderPath: USER_SHADER_PATH });

const listed = (sourceCode: string, target: CompileTarget) =>
  find(sourceCode, target).result?.map(({ name, stage }) => `${name} ${stage}`);

describe('finding entry points', () => {
  it('lists names and stages in the order of declaration', () => {
    const { result } = find(`
      [shader("vertex")] float4 place(float3 at : POSITION) : SV_Position { return float4(at, 1); }
      [shader("fragment")] float4 paint() : SV_Target { return 1; }
      ${COMPUTE} void work() {}`);
    expect(result).toEqual([
      { name: 'place', stage: 'vertex' },
      { name: 'paint', stage: 'fragment' },
      { name: 'work', stage: 'compute' },
    ]);
  });

  it('lists entry points that the target can express, even if WGSL cannot', () => {
    const source = `
      struct Corner { float4 place : SV_Position; };
      [shader("geometry")] [maxvertexcount(3)]
      void grow(triangle Corner corners[3], inout TriangleStream<Corner> grown)
      {
          grown.Append(corners[0]);
          grown.RestartStrip();
      }`;
    expect(listed(source, 'HLSL')).toEqual(['grow geometry']);
    expect(listed(source, 'GLSL')).toEqual(['grow geometry']);
    expect(find(source, 'WGSL')).toMatchObject({
      succ: false,
      message: expect.stringMatching(
        /^Unable to load user module: entrypoint 'grow' uses features/,
      ),
    });
  });

  it('fails with the first error, even if a warning precedes it', () => {
    const { message, diagnostics } = find(
      `${COMPUTE} void work(uint3 id : SV_DispatchThreadID) { if (1) return; int x = missing; }`,
      'HLSL',
    );
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning', 'error']);
    expect(message).toBe("Unable to load user module: undefined identifier 'missing'.");
  });

  it('survives a program whose layout crashes the compiler, and requests a replacement', async () => {
    const own = await createTestCompiler();
    const answer = own.findEntryPoints({
      target: 'HLSL',
      sourceCode: `
        [SpecializationConstant] const uint width = 4;
        RWStructuredBuffer<uint> data;
        [shader("compute")] [numthreads(width, 1, 1)] void main() { data[0] = width; }`,
      shaderPath: USER_SHADER_PATH,
    });
    expect(answer).toMatchObject({ succ: true, result: [{ name: 'main', stage: 'unknown' }] });
    expect(own.isSpent()).toBe(true);
  });
});

describe('entry points for CUDA that have only a group size', () => {
  const SOURCE = `
    RWStructuredBuffer<int> data;
    [numthreads(32, 1, 1)] void first() { data[0] = 1; }
    ${COMPUTE} void second() { data[1] = 2; }
    [shader("fragment")] float4 third() : SV_Target { return 1; }
    [numthreads(64, 1, 1)] void fourth(uint id : SV_DispatchThreadID) { data[id] = 4; }`;

  it('are listed in source order', () => {
    expect(listed(SOURCE, 'CUDA')).toEqual([
      'first compute',
      'second compute',
      'third fragment',
      'fourth compute',
    ]);
  });

  it.each(['first', 'second', 'fourth'])('are compiled: %s', async (entrypoint) => {
    const { result } = await compiler.compile({
      target: 'CUDA',
      entrypoint,
      sourceCode: SOURCE,
      shaderPath: USER_SHADER_PATH,
    });
    expect(result?.code).toMatch(new RegExp(`__global__ void ${entrypoint}\\(`));
  });

  it('are named in the answer to a wrong name', async () => {
    const request = { target: 'CUDA', sourceCode: SOURCE, shaderPath: USER_SHADER_PATH } as const;
    expect(await compiler.compile({ ...request, entrypoint: 'nobody' })).toMatchObject({
      succ: false,
      message: expect.stringContaining('no entry point named nobody'),
    });
    expect(await compiler.compile({ ...request, entrypoint: 'second' })).toMatchObject({
      succ: true,
    });
  });
});
