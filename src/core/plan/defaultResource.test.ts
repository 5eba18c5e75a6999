import { describe, expect, it } from 'vitest';
import { createPlanner, shaderOf } from '../../../tests/support/planner.ts';

const planner = await createPlanner();

describe('a resource without an attribute', () => {
  it('is the default sampler if it is a sampler', () => {
    const declarations = 'SamplerState smooth; [playground::URL("a.png")] Texture2D<float4> photo;';
    const use = 'result[0] = photo.SampleLevel(smooth, float2(0, 0), 0).x;';
    expect(planner.resource(shaderOf(declarations, use), 'smooth')).toMatchObject({
      command: { type: 'SAMPLER' },
      binding: { kind: 'sampler' },
    });
  });

  it('is a block of zeros if it is a ConstantBuffer, a cbuffer or a TextureBuffer', () => {
    const source = shaderOf(
      `struct Scene { float3 a; float b; float c; }; ConstantBuffer<Scene> scene;
       cbuffer Other { float2 d; } TextureBuffer<float4> third;`,
      'result[0] = scene.c + d.x + third.x;',
    );
    expect(planner.descriptor(source).uniformBlocks).toEqual([
      { name: 'scene', slot: { group: 0, binding: 2 }, size: 32, components: [] },
      { name: 'Other', slot: { group: 0, binding: 3 }, size: 16, components: [] },
      { name: 'third', slot: { group: 0, binding: 4 }, size: 16, components: [] },
    ]);
  });

  it('is rejected if called code uses it, naming the attribute to add', () => {
    const source = shaderOf(
      'RWStructuredBuffer<float> cells; WTexture2D<float4> map; WTexture3D<float4> cloud; Texture2D<float4> photo;',
      'cells[0] = photo.Load(int3(0)).x; map.Store(uint2(0), float4(1)); cloud.Store(uint3(0), float4(1));',
    );
    expect(planner.refusal(source)).toBe(
      'Cannot create bind-group. The following resources are not bound: cells, map, cloud, photo. ' +
        'Say what each starts with: add, for example, [playground::ZEROS(1024)] to cells, ' +
        '[playground::BLACK(512, 512)] to map, [playground::BLACK_3D(64, 64, 64)] to cloud, ' +
        '[playground::URL("image.png")] to photo.',
    );
  });

  it('follows its module’s declaration if the playground displays or prints it', () => {
    const source = `import playground;
      [format("rgba16f")] WTexture2D<float4> outputTexture;
      struct Record { uint a; uint b; uint c; uint d; };
      RWStructuredBuffer<Record> g_printedBuffer;
      [shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] void main() {}`;
    const { outputTypes, resourceCommands } = planner.descriptor(source);
    expect(outputTypes).toEqual(['image', 'printing']);
    expect(resourceCommands.map(({ parsedCommand }) => parsedCommand)).toEqual([
      { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 },
      { type: 'ZEROS', count: 1536, elementSize: 16 },
    ]);
  });
});
