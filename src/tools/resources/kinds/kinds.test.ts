import { expect, it } from 'vitest';
import type { CompileReport } from '#core/output/compileResult.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { fileName } from '#tools/resources/panel/download/downloads.ts';
import { createTypeReader } from '#tools/resources/session/live.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import { detailsText, entriesOf, sizeText } from './kinds.tsx';

const planner = await createPlanner();

const SOURCE = `import playground; import printing;
struct Spark { float2 place; int life; }
[playground::ZEROS(8)] RWStructuredBuffer<Spark> sparks;
[playground::RAND(4)] StructuredBuffer<float> seeds;
[playground::BLACK_3D(4, 4, 2)] WTexture3D<float> volume;
[playground::SLIDER(0.5, 0, 1)] uniform float level;
SamplerState sampling;
[playground::URL("a.png")] Texture2D<float4> image;
[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL::SIZE_OF("sparks")]
void move(uint3 at : SV_DispatchThreadID)
{ sparks[at.x].place += seeds[0] * level; print("moved"); }
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(4, 4, 2)]
void draw(uint3 at : SV_DispatchThreadID)
{ volume.Store(at, sparks[0].place.x + image.SampleLevel(sampling, float2(0.5), 0).x); }`;

const buffer = (size: number) => ({ kind: 'buffer', buffer: { size } }) as Resource;
const texture = (format: GPUTextureFormat, dimension: string, size: readonly number[]) => {
  const [width, height, depthOrArrayLayers] = size;
  const made = { format, dimension, width, height, depthOrArrayLayers };
  return { kind: 'texture', texture: made } as Resource;
};

const RESOURCES = new Map<string, Resource>([
  ['sparks', buffer(128)],
  ['seeds', buffer(16)],
  ['volume', texture('r32float', '3d', [4, 4, 2])],
  ['image', texture('rgba8unorm', '2d', [20, 10, 1])],
  ['sampling', { kind: 'sampler', sampler: {} as GPUSampler }],
]);

async function entries(source: string) {
  const descriptor = planner.descriptor(SOURCE);
  const report: CompileReport = {
    ...{ succ: true as const, message: '', log: '', diagnostics: [], milliseconds: 0 },
    ...{ result: planner.compile(SOURCE), memoryBytes: null, cached: true },
  };
  const types = createTypeReader({
    workspace: { project: () => ({ text: source, files: [], assets: [] }) } as unknown as Workspace,
    compile: async () => report,
  });
  const read = await types.read(descriptor.shader.code, new AbortController().signal);
  const resources = { get: (name: string) => RESOURCES.get(name), uniformBuffers: [] };
  const made = entriesOf({ descriptor, resources }, read);
  return new Map(made.map((entry) => [entry.name, entry]));
}

it('lists a run’s resources with their types, users and origins', async () => {
  const found = await entries(SOURCE);
  expect([...found.keys()]).toEqual(['uniforms', 'sparks', 'seeds', 'volume', 'sampling', 'image']);
  expect(found.get('sparks')).toMatchObject({
    ...{ kind: 'buffer', typeName: 'RWStructuredBuffer<Spark>', size: [8], bytes: 128 },
    ...{ readBy: ['move', 'draw'], writtenBy: ['move', 'draw'], debuggedBy: 'move' },
    origin: '[playground::ZEROS(8)]',
    layout: { stride: 16, columns: [{ name: 'place' }, { name: 'life' }] },
  });
  expect(found.get('seeds')).toMatchObject({ readBy: ['move'], writtenBy: [], debuggedBy: null });
  expect(found.get('volume')).toMatchObject({
    ...{ kind: 'texture', format: 'r32float', size: [4, 4, 2], bytes: 128, is3d: true },
    ...{ readBy: [], writtenBy: ['draw'], isArray: false },
  });
  expect(found.get('image')).toMatchObject({ size: [20, 10], bytes: 800 });
  expect(found.get('sampling')).toMatchObject({ kind: 'sampler', size: [], bytes: 0 });
  expect(found.get('uniforms')).toMatchObject({
    ...{ kind: 'uniforms', size: [1], readBy: ['move'], writtenBy: [] },
    layout: { columns: [{ name: 'level', scalar: 'float32', offset: 0 }] },
  });
});

const BUFFER: ResourceEntry = {
  ...{ name: 'points', kind: 'buffer', typeName: 'RWStructuredBuffer<float>', format: null },
  ...{ size: [1024], bytes: 4096, readBy: ['draw'], writtenBy: ['update', 'draw'] },
  ...{ origin: '[playground::ZEROS(1024)]', layout: { stride: 4, columns: [], omitted: [] } },
  ...{ debuggedBy: null, isArray: false, is3d: false },
};
const TEXTURE: ResourceEntry = { ...BUFFER, kind: 'texture', format: 'rgba16float' };

it.each([
  [BUFFER, '1,024 elements'],
  [{ ...BUFFER, size: [1] }, '1 element'],
  [{ ...BUFFER, layout: null }, ''],
  [{ ...TEXTURE, size: [512, 256] }, '512 × 256'],
  [{ ...TEXTURE, size: [8, 8, 4], is3d: true }, '8 × 8 × 4'],
  [{ ...TEXTURE, size: [8, 8, 4], isArray: true }, '8 × 8, 4 layers'],
  [{ ...BUFFER, kind: 'sampler', size: [] }, ''],
] as const)('gives the size of %o as %j', (entry, text) => {
  expect(sizeText(entry)).toBe(text);
});

it('describes the size, users and origin of a resource', () => {
  expect(detailsText(BUFFER)).toBe(
    '1,024 elements · 4.1 kB · read by draw · written by update, draw · [playground::ZEROS(1024)]',
  );
});

it('describes a sampler’s filtering, and says that a resource is unused', () => {
  const sampler = { ...BUFFER, kind: 'sampler', readBy: [], writtenBy: [], origin: '' } as const;
  expect(detailsText(sampler)).toBe('linear filter, repeats · unused');
});

it('creates file names that are valid on every system', () => {
  expect(fileName('scene.points/[2]', 'csv')).toBe('scene.points_2_.csv');
});
