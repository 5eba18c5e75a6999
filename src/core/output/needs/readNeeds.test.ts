import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { measureCode, readNeeds } from './measureCode.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

const KERNEL =
  '[shader("compute")] [numthreads(32, 1, 1)] void main(uint3 i : SV_DispatchThreadID)';

/** What the code for each target needs. Targets that fail to compile are absent. */
async function needsOf(sourceCode: string, entrypoint = 'main') {
  const needs: Partial<Record<CompileTarget, readonly string[]>> = {};
  for (const target of COMPILE_TARGETS) {
    const request = { target, entrypoint, sourceCode, shaderPath: USER_SHADER_PATH };
    const { result } = await compiler.compile(request);
    if (result) needs[target] = readNeeds(target, result.code);
  }
  return needs;
}

/** What storage buffers need in this compiler's SPIR-V. */
const STORAGE = 'SPV_KHR_storage_buffer_storage_class';

describe('the requirements of compiled code', () => {
  it('are empty for plain arithmetic', async () => {
    const source = `RWStructuredBuffer<float> data; ${KERNEL} { data[i.x] *= 2; }`;
    expect(await needsOf(source)).toEqual({
      ...{ SPIRV: [STORAGE], HLSL: [], GLSL: [], METAL: [], WGSL: [], CUDA: [] },
    });
  });

  it('include 16-bit floats', async () => {
    const source = `RWStructuredBuffer<half> data; ${KERNEL} { data[i.x] *= half(2); }`;
    expect(await needsOf(source)).toEqual({
      SPIRV: ['Float16', STORAGE],
      HLSL: ['16-bit types (6.2)'],
      GLSL: ['GL_EXT_shader_16bit_storage', 'GL_EXT_shader_explicit_arithmetic_types'],
      METAL: [],
      WGSL: ['f16'],
      CUDA: ['__half'],
    });
  });

  it('include subgroups', async () => {
    const source = `RWStructuredBuffer<float> data; ${KERNEL} { data[i.x] = WaveActiveSum(data[i.x]); }`;
    expect(await needsOf(source)).toEqual({
      SPIRV: ['GroupNonUniformArithmetic', STORAGE],
      HLSL: ['wave intrinsics (6.0)'],
      GLSL: ['GL_KHR_shader_subgroup_arithmetic'],
      METAL: ['SIMD-group functions'],
      WGSL: ['subgroups'],
      CUDA: ['warp functions'],
    });
  });

  it('include 64-bit integers, which WGSL lacks', async () => {
    const source = `RWStructuredBuffer<int64_t> data; ${KERNEL} { data[i.x] *= 2; }`;
    expect(await needsOf(source)).toMatchObject({
      SPIRV: ['Int64', STORAGE],
      HLSL: ['64-bit integers (6.0)'],
      GLSL: ['GL_EXT_shader_explicit_arithmetic_types_int64'],
      WGSL: ['64-bit integers, which WGSL lacks'],
    });
  });

  it('include double if the target has it', async () => {
    const source = `RWStructuredBuffer<double> data; ${KERNEL} { data[i.x] *= 2; }`;
    expect(await needsOf(source)).toEqual({
      ...{ SPIRV: ['Float64', STORAGE], HLSL: ['double'], GLSL: [], CUDA: ['double'] },
    });
  });

  it('include ray queries and the GLSL version for them', async () => {
    const source = `RWStructuredBuffer<float> data; RaytracingAccelerationStructure scene; ${KERNEL} {
      RayDesc ray; ray.Origin = 0; ray.Direction = 1; ray.TMin = 0; ray.TMax = 1;
      RayQuery<RAY_FLAG_NONE> query; query.TraceRayInline(scene, 0, 255, ray); query.Proceed();
      data[0] = query.CommittedRayT(); }`;
    expect(await needsOf(source)).toEqual({
      SPIRV: ['RayQueryKHR', 'SPV_KHR_ray_query', STORAGE],
      HLSL: ['ray queries (6.5)'],
      GLSL: ['version 460', 'GL_EXT_ray_query'],
    });
  });

  it('ignore names in the source', async () => {
    const source = `RWStructuredBuffer<float> data;
      float subgroupAdd(float f16) { return f16 + 1; }
      float simd_sum(float i64) { return i64 * subgroupAdd(2); }
      [shader("compute")] [numthreads(1, 1, 1)] void WaveStep() {
        float double_ = simd_sum(data[1]); float half_ = subgroupAdd(data[2]); data[0] = double_ + half_; }`;
    expect(await needsOf(source, 'WaveStep')).toEqual({
      ...{ SPIRV: [STORAGE], HLSL: [], GLSL: [], METAL: [], WGSL: [], CUDA: [] },
    });
  });
});

describe('the requirements of code', () => {
  it('ignore file names', () => {
    expect(readNeeds('HLSL', '#line 1 "half.slang"\nvoid main() {}\n')).toEqual([]);
    expect(readNeeds('CUDA', '__half in_the_prelude;\n#line 3 "double.slang"\nint a;\n')).toEqual(
      [],
    );
  });

  it('are listed once each', () => {
    expect(
      readNeeds(
        'WGSL',
        'enable f16, subgroups;\nrequires unrestricted_pointer_parameters;\nvar<private> a : f16;',
      ),
    ).toEqual([...['f16', 'subgroups', 'unrestricted_pointer_parameters']]);
  });
});

it('measures the code in bytes and lines', () => {
  expect(measureCode({ target: 'WGSL', code: 'enable f16;\n// é\n\n' })).toEqual({
    ...{ bytes: 19, lines: 2, needs: ['f16'] },
  });
});
