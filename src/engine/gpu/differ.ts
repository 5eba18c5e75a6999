import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  createPictureConverter,
  type PictureConverter,
  type Pixels,
  SHOWN_FORMAT,
} from '#engine/gpu/replay/pictureReader.ts';
import { catchRefusals, type Refusal } from './errorScopes.ts';
import { createReadBack } from './readBack.ts';

export interface Differ {
  readonly device: GPUDevice;
  readonly pixels: Pixels;
  /** Draws the difference on a canvas and gives the canvas the picture's size. */
  draw(canvas: HTMLCanvasElement, picture: GPUTexture, gain: Gain): void;
  /** Fails with a sentence. Do not run two at a time. */
  measure(picture: GPUTexture): Promise<Result<Difference>>;
  dispose: Dispose;
}

const LABEL = 'compare pictures';

export function createDiffer(device: GPUDevice, pixels: Pixels): Differ {
  const partsRefused = catchRefusals(device);
  const format = navigator.gpu.getPreferredCanvasFormat();
  const convert = createPictureConverter(device);
  const parts = createParts(device, pixels);
  const reduce = createReduction(device, parts);
  const show = createShow(device, parts, format);
  const refusalOfParts = partsRefused();
  let canDraw: boolean | null = null;
  void refusalOfParts.then((refusal) => {
    canDraw = refusal === null;
  });
  const contexts = createContexts(device, format);
  return {
    ...{ device, pixels },
    draw(canvas, picture, gain) {
      if (canDraw === false) return;
      if (canvas.width !== pixels.width) canvas.width = pixels.width;
      if (canvas.height !== pixels.height) canvas.height = pixels.height;
      const context = contexts.of(canvas);
      if (!context) return;
      // Only until the parts are checked: `measure` reports why creating them failed.
      const caught = canDraw === null ? catchRefusals(device) : null;
      const encoder = beginWith(device, convert, picture, parts);
      show(encoder, context.getCurrentTexture(), gain);
      device.queue.submit([encoder.finish()]);
      void caught?.();
    },
    async measure(picture) {
      const refused = catchRefusals(device);
      try {
        const encoder = beginWith(device, convert, picture, parts);
        reduce.encode(encoder);
        device.queue.submit([encoder.finish()]);
      } catch (thrown) {
        await refused();
        return fail(explain({ kind: 'invalid', message: messageOf(thrown) }));
      }
      const [ofParts, ofMeasuring] = await Promise.all([refusalOfParts, refused()]);
      const refusal = ofParts ?? ofMeasuring;
      if (refusal) return fail(explain(refusal));
      try {
        return ok(combine(await reduce.read(), pixels.width * pixels.height));
      } catch (thrown) {
        return fail(explain({ kind: 'lost', message: messageOf(thrown) }));
      }
    },
    dispose() {
      contexts.dispose();
      for (const each of [parts.live, parts.pinned, parts.gain]) each.destroy();
      reduce.dispose();
    },
  };
}

/** Configures one canvas at a time, since each new view of the difference has its own. */
function createContexts(device: GPUDevice, format: GPUTextureFormat) {
  let canvas: HTMLCanvasElement | null = null;
  let context: GPUCanvasContext | null = null;
  return {
    of(next: HTMLCanvasElement): GPUCanvasContext | null {
      if (next === canvas) return context;
      context?.unconfigure();
      canvas = next;
      context = next.getContext('webgpu');
      context?.configure({ device, format, alphaMode: 'opaque' });
      return context;
    },
    dispose: () => context?.unconfigure(),
  };
}

function explain(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'lost':
      return 'Not computed: the graphics device was lost. Run the shader again.';
    case 'out of memory':
      return 'Not computed: the device has no memory for a second picture. Choose a lower resolution.';
    case 'invalid':
      return `Not computed: the device refuses it (${refusal.message}). Pin again.`;
  }
}

interface Parts {
  /** The live picture as the canvas shows it. */
  readonly live: GPUTexture;
  readonly pinned: GPUTexture;
  readonly gain: GPUBuffer;
  readonly module: GPUShaderModule;
}

function createParts(device: GPUDevice, { width, height, bytes }: Pixels): Parts {
  const texture = (name: string, usage: number) =>
    device.createTexture({
      label: `${LABEL}: ${name}`,
      size: [width, height],
      format: SHOWN_FORMAT,
      usage: usage | GPUTextureUsage.TEXTURE_BINDING,
    });
  const pinned = texture('pinned', GPUTextureUsage.COPY_DST);
  const layout = { bytesPerRow: width * 4 };
  device.queue.writeTexture({ texture: pinned }, bytes, layout, [width, height]);
  return {
    pinned,
    live: texture('live', GPUTextureUsage.RENDER_ATTACHMENT),
    gain: device.createBuffer({
      label: LABEL,
      size: 4,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    }),
    module: device.createShaderModule({ label: LABEL, code: DIFFERENCE_CODE }),
  };
}

/** Starts by converting the live picture, as was done for the pinned one. */
function beginWith(
  device: GPUDevice,
  convert: PictureConverter,
  picture: GPUTexture,
  { live }: Parts,
): GPUCommandEncoder {
  const encoder = device.createCommandEncoder({ label: LABEL });
  convert(encoder, picture, false, live);
  return encoder;
}

interface Reduction {
  encode(encoder: GPUCommandEncoder): void;
  read(): Promise<Uint32Array>;
  dispose: Dispose;
}

function createReduction(device: GPUDevice, { live, pinned, module }: Parts): Reduction {
  const groups = groupsFor(live.width * live.height);
  const size = groups * PARTIAL_BYTES;
  const partials = device.createBuffer({
    ...{ label: LABEL, size },
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC,
  });
  const readBack = createReadBack(device, LABEL, size);
  const pipeline = device.createComputePipeline({
    label: LABEL,
    layout: 'auto',
    compute: { module, entryPoint: 'reduce' },
  });
  const bindGroup = device.createBindGroup({
    label: LABEL,
    layout: pipeline.getBindGroupLayout(0),
    entries: [...pictureEntries(live, pinned), { binding: 2, resource: { buffer: partials } }],
  });
  return {
    encode(encoder) {
      const pass = encoder.beginComputePass({ label: LABEL });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.dispatchWorkgroups(groups);
      pass.end();
      encoder.copyBufferToBuffer(partials, 0, readBack.buffer, 0, size);
    },
    read: () => readBack.read((bytes) => new Uint32Array(bytes.slice(0))),
    dispose() {
      partials.destroy();
      readBack.dispose();
    },
  };
}

type Show = (encoder: GPUCommandEncoder, into: GPUTexture, gain: Gain) => void;

function createShow(
  device: GPUDevice,
  { live, pinned, gain: gainBuffer, module }: Parts,
  format: GPUTextureFormat,
): Show {
  const pipeline = device.createRenderPipeline({
    label: LABEL,
    layout: 'auto',
    vertex: { module, entryPoint: 'corner' },
    fragment: { module, entryPoint: 'show', targets: [{ format }] },
  });
  const bindGroup = device.createBindGroup({
    label: LABEL,
    layout: pipeline.getBindGroupLayout(0),
    entries: [...pictureEntries(live, pinned), { binding: 3, resource: { buffer: gainBuffer } }],
  });
  let written: Gain | null = null;
  return (encoder, into, gain) => {
    if (gain !== written) device.queue.writeBuffer(gainBuffer, 0, new Float32Array([gain]));
    written = gain;
    const pass = encoder.beginRenderPass({
      label: LABEL,
      colorAttachments: [{ view: into.createView(), loadOp: 'clear', storeOp: 'store' }],
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.draw(3);
    pass.end();
  };
}

function pictureEntries(live: GPUTexture, pinned: GPUTexture): GPUBindGroupEntry[] {
  return [live, pinned].map((each, binding) => ({ binding, resource: each.createView() }));
}

export const GROUP_SIZE = 256;

/** The largest difference and the sum of one thread group. */
const PARTIAL_BYTES = 8;

/** Maximum thread groups in a dispatch; the sum of each group fits in 32 bits. */
export const MAX_GROUPS = 1024;

const CHANNELS = 3;

/** Both pictures have 8-bit channels, row 0 at the top, and the same size. */
const DIFFERENCE_CODE = /* wgsl */ `
@group(0) @binding(0) var live : texture_2d<f32>;
@group(0) @binding(1) var pinned : texture_2d<f32>;

fn differenceAt(at : vec2u) -> vec3f {
  return abs(textureLoad(live, at, 0).rgb - textureLoad(pinned, at, 0).rgb);
}

@group(0) @binding(2) var<storage, read_write> partials : array<vec2u>;

var<workgroup> groupLargest : atomic<u32>;
var<workgroup> groupSum : atomic<u32>;

@compute @workgroup_size(${GROUP_SIZE}) fn reduce(
  @builtin(local_invocation_index) thread : u32,
  @builtin(workgroup_id) group : vec3u,
  @builtin(num_workgroups) groups : vec3u,
) {
  let size = textureDimensions(live);
  let stride = groups.x * ${GROUP_SIZE}u;
  var largest = 0u;
  var sum = 0u;
  for (var texel = group.x * ${GROUP_SIZE}u + thread; texel < size.x * size.y; texel += stride) {
    let steps = vec3u(round(differenceAt(vec2u(texel % size.x, texel / size.x)) * 255.0));
    largest = max(largest, max(steps.x, max(steps.y, steps.z)));
    sum += steps.x + steps.y + steps.z;
  }
  atomicMax(&groupLargest, largest);
  atomicAdd(&groupSum, sum);
  workgroupBarrier();
  if (thread == 0u) {
    partials[group.x] = vec2u(atomicLoad(&groupLargest), atomicLoad(&groupSum));
  }
}

@group(0) @binding(3) var<uniform> gain : f32;

@vertex fn corner(@builtin(vertex_index) index : u32) -> @builtin(position) vec4f {
  // One triangle that covers everything.
  return vec4f(vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment fn show(@builtin(position) place : vec4f) -> @location(0) vec4f {
  return vec4f(differenceAt(vec2u(place.xy)) * gain, 1.0);
}
`;

export function groupsFor(texels: number): number {
  return Math.max(1, Math.min(MAX_GROUPS, Math.ceil(texels / GROUP_SIZE)));
}

export function combine(partials: Uint32Array, texels: number): Difference {
  let largest = 0;
  let sum = 0;
  for (let index = 0; index + 1 < partials.length; index += 2) {
    largest = Math.max(largest, partials[index] ?? 0);
    sum += partials[index + 1] ?? 0;
  }
  return { largest, mean: sum / (texels * CHANNELS) };
}

/** The factor by which a difference image multiplies differences. */
export type Gain = 1 | 8 | 64;

/** The difference between two pictures of the same size, in steps of 8-bit channels. */
export interface Difference {
  readonly largest: number;
  readonly mean: number;
}
