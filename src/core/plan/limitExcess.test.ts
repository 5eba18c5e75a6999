import { describe, expect, it } from 'vitest';
import { createPlanner, shaderOf } from '../../../tests/support/planner.ts';
import { DEFAULT_LIMITS } from './deviceLimits.ts';
import { describeExcess, findExcess } from './limitExcess.ts';

const planner = await createPlanner();

const excesses = (source: string) =>
  findExcess(planner.descriptor(source), DEFAULT_LIMITS).map(describeExcess);

const buffers = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `[playground::ZEROS(4)] RWStructuredBuffer<float> b${index};`,
  ).join('\n');

const kernel = (name: string, body: string, group = '1, 1, 1') =>
  `[shader("compute")] [numthreads(${group})] [playground::CALL(1, 1, 1)] void ${name}(uint3 t : SV_DispatchThreadID) { ${body} }\n`;

describe('the device requirements of a run', () => {
  it('are counted for each entry point separately', () => {
    const pairs = Array.from({ length: 6 }, (_, pass) =>
      kernel(`pass${pass}`, `b${2 * pass}[0] = b${2 * pass + 1}[0];`),
    );
    expect(excesses(shaderOf(buffers(12)) + pairs.join(''))).toEqual([]);
  });

  it('are reported with the limit, its user and the device’s value', () => {
    const all = Array.from({ length: 9 }, (_, index) => `b${index}[0]`).join(' + ');
    expect(excesses(shaderOf(buffers(9)) + kernel('sum', `b0[0] = ${all};`))).toEqual([
      'Failed to create pipeline for entry point sum: it has 9 storage buffers, but this device allows 8 ' +
        '(maxStorageBuffersPerShaderStage). Split the work over several entry points, or put more into fewer resources.',
    ]);
  });

  const share = 'cache[t.x] = 1; GroupMemoryBarrierWithGroupSync(); result[0] = cache[t.x + 1];';
  const far = '[[vk::binding(0, 4)]] [playground::ZEROS(1)] RWStructuredBuffer<float> far;';

  const TOLD = {
    [kernel('wide', 'result[0] = t.x;', '512, 1, 1')]:
      '512 threads in a group along x, but this device allows 256 (maxComputeWorkgroupSizeX)',
    [kernel('many', 'result[0] = t.x;', '256, 2, 1')]:
      '512 threads in a group, but this device allows 256 (maxComputeInvocationsPerWorkgroup)',
    [kernel('deep', 'result[0] = t.x;', '1, 1, 128')]:
      '128 threads in a group along z, but this device allows 64 (maxComputeWorkgroupSizeZ)',
    [`groupshared float cache[6000];\n${kernel('share', share, '64, 1, 1')}`]:
      '24000 bytes of groupshared memory, but this device allows 16384 (maxComputeWorkgroupStorageSize)',
    [`${far}\n${kernel('reach', 'far[0] = 1;')}`]:
      '5 bind groups, but this device allows 4 (maxBindGroups)',
    '[playground::ZEROS(40000000)] RWStructuredBuffer<float> huge;':
      'Failed to create buffer huge: it has 160000000 bytes, the device takes 134217728.',
    '[playground::BLACK_3D(8, 8, 300)] WTexture2DArray<float4> layers;':
      "Failed to create texture layers: 300 layers are over the device's limit of 256.",
    '[playground::BLACK_3D(8, 8, 3000)] WTexture3D<float4> volume;':
      "Failed to create texture volume: 8 × 8 × 3000 is over the device's limit of 2048 on a side.",
    [`uniform float many[20000];\n${kernel('read', 'result[0] = many[t.x];')}`]:
      'Failed to create buffer uniforms: it has 320000 bytes, the device takes 65536. Use a StructuredBuffer for large arrays.',
  };

  it.each(Object.entries(TOLD))('count %s', (declarations, told) => {
    expect(excesses(shaderOf(declarations)).join('\n')).toContain(told);
  });
});
