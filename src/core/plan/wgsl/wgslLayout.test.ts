import { describe, expect, it } from 'vitest';
import { readTypeSizes } from './wgslLayout.ts';

const CODE = `
struct Item_0
{
     a_0 : vec3<f32>,
     b_0 : f32,
     c_0 : vec2<f16>,
};

struct Outer_0
{
    @align(16) x_0 : f32,
    @align(16) items_0 : array<Item_0, i32(3)>,
};
`;

describe('the size of a WGSL type', () => {
  const sizeOf = readTypeSizes(CODE);

  it('is known for scalars, vectors, matrices, arrays and structs', () => {
    const sizes = {
      ...{ f32: 4, f16: 2, bool: 4, 'atomic<u32>': 4 },
      ...{ 'vec2<f32>': 8, 'vec3<f32>': 12, 'vec4<f16>': 8 },
      ...{ 'mat4x4<f32>': 64, 'mat3x3<f32>': 48, 'mat2x3<f16>': 16 },
      ...{ 'array<f32, i32(6000)>': 24_000, 'array<vec3<f32>, i32(2)>': 32 },
      ...{ 'array<array<f32, i32(5)>, i32(4)>': 80, 'array<Item_0, i32(10)>': 320 },
      ...{ Item_0: 32, Outer_0: 112 },
      // Without a length, the size is the stride.
      ...{ 'array<f32>': 4, 'array<array<vec3<f32>, i32(2)>>': 32 },
    };
    const found = Object.keys(sizes).map((type) => [type, sizeOf(type)]);
    expect(Object.fromEntries(found)).toEqual(sizes);
  });

  const UNKNOWN = ['texture_2d<f32>', 'Unknown_0', 'array<Unknown_0, i32(2)>', 'array<Unknown_0>'];
  it.each(UNKNOWN)('is unknown for %s', (type) => {
    expect(sizeOf(type)).toBeUndefined();
  });
});
