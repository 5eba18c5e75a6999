import { describe, expect, it } from 'vitest';
import { readWgslUse } from './wgslUse.ts';

/** In the Slang compiler's text layout. */
const CODE = `@binding(1) @group(0) var<storage, read_write> cells_0 : array<f32>;

@binding(2) @group(0) var map_0 : texture_storage_2d<rgba8unorm, write>;

@binding(0) @group(1) var<uniform> time_0 : Time_std140_0;

fn leaf_0() -> f32
{
    if (true)
    {
        return time_0.seconds_0;
    }
    return cells_0[i32(1)];
}

fn branch_0( y_0 : f32) -> f32
{
    return leaf_0() + y_0;
}

@compute
@workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id_0 : vec3<u32>)
{
    textureStore((map_0), (id_0.xy), (vec4<f32>(branch_0(1.0f))));
}

@binding(3) @group(0) var smooth_0 : sampler;

@compute
@workgroup_size(1, 1, 1)
fn idle()
{
}
`;

describe('the bindings used in WGSL', () => {
  const use = readWgslUse(CODE);

  it('are listed with their places and types', () => {
    const listed = use.bindings.map(
      ({ group, binding, name, space, type }) => `${group}:${binding} ${name} ${type} (${space})`,
    );
    expect(listed).toEqual([
      '0:1 cells_0 array<f32> (storage, read_write)',
      '0:2 map_0 texture_storage_2d<rgba8unorm, write> ()',
      '1:0 time_0 Time_std140_0 (uniform)',
      '0:3 smooth_0 sampler ()',
    ]);
    expect(use.hasUnboundUniform).toBe(false);
  });

  it('of an entry point include those of the functions that it calls', () => {
    const names = [...(use.usedBy('main') ?? [])].map(({ name }) => name);
    expect(names).toEqual(['cells_0', 'map_0', 'time_0']);
  });

  it('are empty for an entry point that uses nothing, and unknown for one that does not exist', () => {
    expect(use.usedBy('idle')).toEqual(new Set());
    expect(use.usedBy('absent')).toBeUndefined();
    expect(readWgslUse('').usedBy('main')).toBeUndefined();
  });

  it('include a uniform without a binding, as for push constants', () => {
    expect(readWgslUse('var<uniform> pc_0 : vec4<f32>;\n').hasUnboundUniform).toBe(true);
  });
});
