import { beforeAll, describe, expect, it } from 'vitest';
import { createPlanner, type Planner, shaderOf } from '../../tests/support/planner.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

const WRITTEN = {
  kind: 'storageTexture',
  access: 'write-only',
  format: 'rgba32float',
  viewDimension: '2d',
};
const IMAGE = { kind: 'texture', sampleType: 'float', viewDimension: '2d' };

describe('what a resource starts with', () => {
  it('can be said of members of a struct', () => {
    const source = shaderOf(
      `struct Field { [playground::ZEROS(8)] RWStructuredBuffer<float> cells; [playground::BLACK(2, 2)] WTexture2D<float4> map; };
       struct World { float size; Field field; };
       uniform World world;`,
      'world.field.cells[0] = world.size; world.field.map.Store(uint2(0, 0), float4(1));',
    );
    const { layout, resourceCommands, uniformBinding, shader } = planner.descriptor(source);
    expect(resourceCommands.slice(2)).toEqual([
      {
        resourceName: 'world.field.cells',
        parsedCommand: { type: 'ZEROS', count: 8, elementSize: 4 },
      },
      { resourceName: 'world.field.map', parsedCommand: { type: 'BLACK', width: 2, height: 2 } },
    ]);
    expect([uniformBinding, layout['world.field.cells'], layout['world.field.map']]).toEqual([
      0,
      { kind: 'buffer', access: 'storage', binding: 3 },
      { ...WRITTEN, binding: 4 },
    ]);
    expect(shader.code).toContain('@binding(3) @group(0) var<storage, read_write>');
    expect(shader.code).toContain('@binding(4) @group(0) var globalParams_world_field_map_0');
  });

  it('can be an image in a texture-sampler, whose sampler is bound behind it', () => {
    const { layout, resourceCommands } = planner.descriptor(
      shaderOf(
        '[playground::URL("a.png")] Sampler2D photo;',
        'result[0] = photo.SampleLevel(float2(0, 0), 0).x;',
      ),
    );
    expect(resourceCommands.slice(2)).toEqual([
      { resourceName: 'photo', parsedCommand: { type: 'URL', url: 'a.png', format: 'rgba8unorm' } },
      { resourceName: 'photo.sampler', parsedCommand: { type: 'SAMPLER' } },
    ]);
    expect([layout['photo'], layout['photo.sampler']]).toEqual([
      { ...IMAGE, binding: 2 },
      { kind: 'sampler', binding: 3 },
    ]);
  });
});
