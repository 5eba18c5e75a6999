import { describe, expect, it } from 'vitest';
import { runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';

const COMPUTE = '[shader("compute")] [numthreads(4, 2, 1)]';

const compiler = await createTestCompiler();

const find = (sourceCode: string, target: CompileTarget = 'WGSL') =>
  compiler.findEntryPoints({ target, sourceCode, shaderPath: USER_SHADER_PATH });

const listed = (sourceCode: string, target: CompileTarget) =>
  find(sourceCode, target).result?.map(({ name, stage }) => `${name} ${stage}`);

describe('finding entry points', () => {
  it('lists names and stages in the order of declaration', () => {
    const source = `
      [shader("vertex")] float4 place(float3 at : POSITION) : SV_Position { return float4(at, 1); }
      [shader("fragment")] float4 paint() : SV_Target { return 1; }
      ${COMPUTE} void work() {}`;
    expect(listed(source, 'WGSL')).toEqual(['place vertex', 'paint fragment', 'work compute']);
  });

  it('lists entry points that the target can express, even if WGSL cannot', () => {
    const source = `
      struct Corner { float4 place : SV_Position; };
      [shader("geometry")] [maxvertexcount(3)]
      void grow(triangle Corner corners[3], inout TriangleStream<Corner> grown)
      { grown.Append(corners[0]); grown.RestartStrip(); }`;
    expect(listed(source, 'HLSL')).toEqual(['grow geometry']);
    expect(listed(source, 'GLSL')).toEqual(['grow geometry']);
    const { succ, message } = find(source, 'WGSL');
    expect(succ).toBe(false);
    expect(message).toMatch(/^Unable to load user module: entrypoint 'grow' uses features/);
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
    const sourceCode = `
      [SpecializationConstant] const uint width = 4;
      RWStructuredBuffer<uint> data;
      [shader("compute")] [numthreads(width, 1, 1)] void main() { data[0] = width; }`;
    const request = { target: 'HLSL', sourceCode, shaderPath: USER_SHADER_PATH } as const;
    const result = [{ name: 'main', stage: 'unknown' }];
    expect(own.findEntryPoints(request)).toMatchObject({ succ: true, result });
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

  const compile = (entrypoint: string) =>
    compiler.compile({ ...runRequest(SOURCE), target: 'CUDA', entrypoint });

  it('are listed in source order', () => {
    const second = ['second compute', 'third fragment'];
    expect(listed(SOURCE, 'CUDA')).toEqual(['first compute', ...second, 'fourth compute']);
  });

  it.each(['first', 'second', 'fourth'])('are compiled: %s', (entrypoint) => {
    const code = compile(entrypoint).result?.code;
    expect(code).toMatch(new RegExp(`__global__ void ${entrypoint}\\(`));
  });

  it('are named in the answer to a wrong name', () => {
    const { succ, message } = compile('nobody');
    expect(succ).toBe(false);
    expect(message).toContain('no entry point named nobody');
    expect(compile('second').succ).toBe(true);
  });
});
