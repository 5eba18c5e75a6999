import { PAINTED_FORMAT, type PaintedTargets } from '#core/source/instrument/paintedDraws.ts';
import { CELL_WORDS, TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { Size } from '#engine/gpu/screen.ts';

const GROUP = 8;

/** Takes the first sample of a texel that holds a value: an edge may cover any of them. */
const gatherCode = (texture: string, samples: number) => /* wgsl */ `
@group(0) @binding(0) var<storage, read_write> words : array<u32>;
@group(0) @binding(1) var first : ${texture};
@group(0) @binding(2) var second : ${texture};
@group(0) @binding(3) var third : ${texture};

fn joined(halves : vec4u) -> vec2u {
  return vec2u(halves.x | (halves.y << 16u), halves.z | (halves.w << 16u));
}

@compute @workgroup_size(${GROUP}, ${GROUP}) fn gather(@builtin(global_invocation_id) id : vec3u) {
  let size = textureDimensions(first);
  if (any(id.xy >= size)) { return; }
  var sample = 0;
  while (sample + 1 < ${samples} && all(textureLoad(first, id.xy, sample).xy == vec2u())) {
    sample += 1;
  }
  let at = ${TRACE_LAYOUT.first}u + (id.y * size.x + id.x) * ${CELL_WORDS}u;
  let head = joined(textureLoad(first, id.xy, sample));
  let numbers = vec4u(joined(textureLoad(second, id.xy, sample)),
    joined(textureLoad(third, id.xy, sample)));
  words[at] = head.x;
  words[at + 1u] = head.y;
  for (var number = 0u; number < 4u; number += 1u) { words[at + 2u + number] = numbers[number]; }
}
`;

/** The targets that painted fragments return their values to. */
export interface PaintedFragments {
  readonly resources: ReadonlyMap<string, Resource>;
  /** Empties the targets, before a frame. */
  clear(encoder: GPUCommandEncoder): void;
  /** Copies the values to the buffer, after a frame. */
  gather(encoder: GPUCommandEncoder): void;
  dispose: Dispose;
}

/** @param words the buffer of painted values, with a cell for each texel */
export function createPaintedFragments(
  device: GPUDevice,
  { names, samples }: PaintedTargets,
  { width, height }: Size,
  words: GPUBuffer,
): PaintedFragments {
  const textures = names.map((label) =>
    device.createTexture({
      ...{ label, size: [width, height], format: PAINTED_FORMAT, sampleCount: samples },
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING,
    }),
  );
  const views = textures.map((texture) => texture.createView());
  const pipeline = gatherPipeline(device, samples);
  const bindGroup = device.createBindGroup({
    label: 'painted fragments',
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ buffer: words }, ...views].map((resource, binding) => ({ binding, resource })),
  });
  return {
    resources: new Map(
      textures.map((texture, index) => [
        names[index] ?? '',
        { kind: 'texture', texture, view: views[index] ?? texture.createView() },
      ]),
    ),
    clear(encoder) {
      const colorAttachments = views.map(
        (view) => ({ view, loadOp: 'clear', storeOp: 'store' }) as const,
      );
      encoder.beginRenderPass({ label: 'empty painted fragments', colorAttachments }).end();
    },
    gather(encoder) {
      const pass = encoder.beginComputePass({ label: 'gather painted fragments' });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.dispatchWorkgroups(Math.ceil(width / GROUP), Math.ceil(height / GROUP));
      pass.end();
    },
    dispose() {
      for (const texture of textures) texture.destroy();
    },
  };
}

const pipelinesOf = new WeakMap<GPUDevice, Map<number, GPUComputePipeline>>();

function gatherPipeline(device: GPUDevice, samples: number): GPUComputePipeline {
  const pipelines = pipelinesOf.get(device) ?? new Map<number, GPUComputePipeline>();
  pipelinesOf.set(device, pipelines);
  const texture = samples > 1 ? 'texture_multisampled_2d<u32>' : 'texture_2d<u32>';
  const label = 'gather painted fragments';
  const made =
    pipelines.get(samples) ??
    device.createComputePipeline({
      ...{ label, layout: 'auto' },
      compute: {
        module: device.createShaderModule({ label, code: gatherCode(texture, samples) }),
      },
    });
  pipelines.set(samples, made);
  return made;
}
