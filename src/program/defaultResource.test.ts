import { beforeAll, describe, expect, it } from 'vitest';
import { createPlanner, type Planner, shaderOf } from '../../tests/support/planner.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

describe('a resource without an attribute', () => {
  it('is the default sampler if it is a sampler, and zeros if it is a ConstantBuffer', () => {
    const { layout, resourceCommands } = planner.descriptor(
      shaderOf(
        `SamplerState smooth; [playground::URL("a.png")] Texture2D<float4> photo;
         struct Scene { float3 a; float b; float c; }; ConstantBuffer<Scene> scene;
         cbuffer Other { float2 d; } TextureBuffer<float4> third;`,
        'result[0] = photo.SampleLevel(smooth, float2(0, 0), 0).x + scene.c + d.x + third.x;',
      ),
    );
    const uniform = { kind: 'buffer', access: 'uniform' };
    expect(layout).toMatchObject({
      smooth: { kind: 'sampler' },
      scene: uniform,
      Other: uniform,
      third: uniform,
    });
    expect(resourceCommands.filter(({ resourceName }) => /^[sOt]/.test(resourceName))).toEqual([
      { resourceName: 'smooth', parsedCommand: { type: 'SAMPLER' } },
      { resourceName: 'scene', parsedCommand: { type: 'ZEROS', count: 1, elementSize: 32 } },
      { resourceName: 'Other', parsedCommand: { type: 'ZEROS', count: 1, elementSize: 16 } },
      { resourceName: 'third', parsedCommand: { type: 'ZEROS', count: 1, elementSize: 16 } },
    ]);
  });

  it('is refused if code that is called uses it, with what to add', () => {
    expect(
      planner.refusal(
        shaderOf(
          `RWStructuredBuffer<float> cells; WTexture2D<float4> map; WTexture3D<float4> cloud;
           Texture2D<float4> photo;`,
          `cells[0] = photo.Load(int3(0)).x; map.Store(uint2(0), float4(1));
           cloud.Store(uint3(0), float4(1));`,
        ),
      ),
    ).toBe(
      'Cannot create bind-group. The following resources are not bound: cells, map, cloud, photo. ' +
        'Say what each starts with: add, for example, [playground::ZEROS(1024)] to cells, ' +
        '[playground::BLACK(512, 512)] to map, [playground::BLACK_3D(64, 64, 64)] to cloud, ' +
        '[playground::URL("image.png")] to photo.',
    );
  });

  it('is as the modules make it, if it is what the playground shows or prints', () => {
    const source = `import playground;
      [format("rgba16f")] WTexture2D<float4> outputTexture;
      struct Record { uint a; uint b; uint c; uint d; };
      RWStructuredBuffer<Record> g_printedBuffer;
      [shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] void main() {}`;
    expect(planner.descriptor(source)).toMatchObject({
      outputTypes: ['image', 'printing'],
      resourceCommands: [
        {
          resourceName: 'outputTexture',
          parsedCommand: { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 },
        },
        {
          resourceName: 'g_printedBuffer',
          parsedCommand: { type: 'ZEROS', count: 1536, elementSize: 16 },
        },
      ],
    });
  });
});
