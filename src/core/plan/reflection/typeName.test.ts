import { expect, it } from 'vitest';
import { createPlanner, shaderOf } from '../../../../tests/support/planner.ts';
import { readReflection } from './reflection.ts';
import { typeNameOf } from './typeName.ts';

const TYPES = [
  ...['RWStructuredBuffer<float>', 'StructuredBuffer<half3>', 'RWStructuredBuffer<uint64_t>'],
  ...['RWStructuredBuffer<int16_t3>', 'RWStructuredBuffer<bool>', 'RWStructuredBuffer<float3x4>'],
  ...['RWStructuredBuffer<float[2][3]>', 'RWStructuredBuffer<P>', 'RWByteAddressBuffer'],
  ...['RWTexture2D<float>', 'WTexture2D<float4>', 'WTexture2DArray<uint4>', 'Texture3D<float4>'],
  ...['SamplerState', 'ConstantBuffer<P>'],
];

it('names types as in Slang', async () => {
  const planner = await createPlanner();
  const declarations = TYPES.map((type, index) => `${type} x${index};`).join(' ');
  const source = shaderOf(`struct P { float a; }; ${declarations}`);
  const { parameters } = readReflection(planner.compile(source).reflection);
  const types = TYPES.map((_, index) => parameters.find(({ name }) => name === `x${index}`)?.type);
  const names = types.map((type) => type && typeNameOf(type));
  expect(names).toEqual(TYPES);
});
