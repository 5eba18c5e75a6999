import { beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../tests/support/compiler.ts';
import { USER_SHADER_PATH } from './compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from './compileTarget.ts';
import { measureCode, readNeeds } from './measureCode.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

type Needs = Partial<Record<CompileTarget, readonly string[]>>;

/** What the code for each target needs. Targets that fail to compile are absent. */
async function needsOf(sourceCode: string, entrypoint = 'main') {
  const needs: Needs = {};
  for (const target of COMPILE_TARGETS) {
    const request = { target, entrypoint, sourceCode, shaderPath: USER_SHADER_PATH };
    const { result } = await compiler.compile(request);
    if (result) needs[target] = readNeeds(target, result.code);
  }
  return needs;
}

/** What storage buffers need in this compiler's SPIR-V. */
const STORAGE = 'SPV_KHR_storage_buffer_storage_class';

const NOTHING: Needs = { SPIRV: [STORAGE], HLSL: [], GLSL: [], METAL: [], WGSL: [], CUDA: [] };

const kernel = (type: string, body: string) =>
  `RWStructuredBuffer<${type}> data;
  [shader("compute")] [numthreads(32, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { ${body} }`;

const RAYS = `RayDesc ray; ray.Origin = 0; ray.Direction = 1; ray.TMin = 0; ray.TMax = 1;
  RayQuery<RAY_FLAG_NONE> query; query.TraceRayInline(scene, 0, 255, ray); query.Proceed();
  data[0] = query.CommittedRayT();`;

const HALF_GLSL = 'GL_EXT_shader_16bit_storage GL_EXT_shader_explicit_arithmetic_types'.split(' ');

describe('the requirements of compiled code', () => {
  it.each<[string, string, Needs]>([
    ['nothing for plain arithmetic', kernel('float', 'data[i.x] *= 2;'), NOTHING],
    [
      '16-bit floats',
      kernel('half', 'data[i.x] *= half(2);'),
      {
        ...{ SPIRV: ['Float16', STORAGE], HLSL: ['16-bit types (6.2)'], GLSL: HALF_GLSL },
        ...{ METAL: [], WGSL: ['f16'], CUDA: ['__half'] },
      },
    ],
    [
      'subgroups',
      kernel('float', 'data[i.x] = WaveActiveSum(data[i.x]);'),
      {
        ...{ SPIRV: ['GroupNonUniformArithmetic', STORAGE], HLSL: ['wave intrinsics (6.0)'] },
        ...{ GLSL: ['GL_KHR_shader_subgroup_arithmetic'], METAL: ['SIMD-group functions'] },
        ...{ WGSL: ['subgroups'], CUDA: ['warp functions'] },
      },
    ],
    [
      'double if the target has it',
      kernel('double', 'data[i.x] *= 2;'),
      { SPIRV: ['Float64', STORAGE], HLSL: ['double'], GLSL: [], CUDA: ['double'] },
    ],
    [
      'ray queries and the GLSL version for them',
      `RaytracingAccelerationStructure scene; ${kernel('float', RAYS)}`,
      {
        ...{ SPIRV: ['RayQueryKHR', 'SPV_KHR_ray_query', STORAGE], HLSL: ['ray queries (6.5)'] },
        GLSL: ['version 460', 'GL_EXT_ray_query'],
      },
    ],
  ])('include %s', async (_, source, needs) => {
    expect(await needsOf(source)).toEqual(needs);
  });

  it('include 64-bit integers, which WGSL lacks', async () => {
    expect(await needsOf(kernel('int64_t', 'data[i.x] *= 2;'))).toMatchObject({
      ...{ SPIRV: ['Int64', STORAGE], HLSL: ['64-bit integers (6.0)'] },
      GLSL: ['GL_EXT_shader_explicit_arithmetic_types_int64'],
      WGSL: ['64-bit integers, which WGSL lacks'],
    });
  });

  it('ignore names in the source', async () => {
    const source = `RWStructuredBuffer<float> data;
      float subgroupAdd(float f16) { return f16 + 1; }
      float simd_sum(float i64) { return i64 * subgroupAdd(2); }
      [shader("compute")] [numthreads(1, 1, 1)] void WaveStep() {
        float double_ = simd_sum(data[1]); float half_ = subgroupAdd(data[2]); data[0] = double_ + half_; }`;
    expect(await needsOf(source, 'WaveStep')).toEqual(NOTHING);
  });
});

it('ignores file names, and what precedes the first line directive', () => {
  expect(readNeeds('HLSL', '#line 1 "half.slang"\nvoid main() {}\n')).toEqual([]);
  const cuda = '__half in_the_prelude;\n#line 3 "double.slang"\nint a;\n';
  expect(readNeeds('CUDA', cuda)).toEqual([]);
});

it('lists each requirement once, and measures the code in bytes and lines', () => {
  const code =
    'enable f16, subgroups;\nrequires unrestricted_pointer_parameters;\nvar<private> a : f16;';
  const needs = ['f16', 'subgroups', 'unrestricted_pointer_parameters'];
  expect(readNeeds('WGSL', code)).toEqual(needs);
  expect(measureCode({ target: 'WGSL', code: 'enable f16;\n// é\n\n' })).toEqual({
    ...{ bytes: 19, lines: 2, needs: ['f16'] },
  });
});
