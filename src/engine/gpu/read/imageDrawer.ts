import {
  createBuiltOnce,
  RANGE_BYTES,
  type Reducer,
  type Reduction,
  type TextureSource,
  textureLayout,
  textureType,
} from './reducer.ts';
import {
  channelsOf,
  placementOf,
  sampleOf,
  type TextureView,
  textureImage,
} from './textureImage.ts';

export interface SeenTexture {
  readonly texture: GPUTexture;
  readonly dimension: TextureSource['dimension'];
  /** Subtracted from the texture; null to show the texture itself. */
  readonly pinned: GPUTexture | null;
}

/** Draws textures on canvases without leaving the GPU. */
export type ImageDrawer = ReturnType<typeof createImageDrawer>;

/** Minimum pixels per texel at which a grid is drawn. */
const GRID_FROM = 12;

type ImageKind = Pick<TextureSource, 'sample' | 'dimension' | 'isDifference'>;

export function createImageDrawer(device: GPUDevice, reducer: Reducer, onBuilt: () => void) {
  const format = navigator.gpu.getPreferredCanvasFormat();
  const pipelines = createBuiltOnce((kind: ImageKind) => build(device, kind, format), onBuilt);
  const contexts = new WeakMap<HTMLCanvasElement, GPUCanvasContext>();
  const contextOf = (canvas: HTMLCanvasElement) => {
    const known = contexts.get(canvas);
    if (known) return known;
    const context = canvas.getContext('webgpu');
    context?.configure({ device, format, alphaMode: 'premultiplied' });
    if (context) contexts.set(canvas, context);
    return context;
  };
  return {
    /** Draws nothing until its pipelines are built; `onBuilt` reports that. */
    draw(canvas: HTMLCanvasElement, seen: SeenTexture, view: TextureView) {
      const { texture, dimension, pinned } = seen;
      const kind = { sample: sampleOf(texture.format), dimension, isDifference: pinned !== null };
      const pipeline = pipelines.get(kind);
      if (!pipeline || canvas.width === 0 || canvas.height === 0) return;
      const encoder = device.createCommandEncoder({ label: 'show a texture' });
      const reduction = view.range === '0..1' ? null : encodeRange(encoder, reducer, seen, view);
      const context = contextOf(canvas);
      if (!context) return;
      // Until the range is available, texels are shown unscaled.
      const shown: TextureView = reduction ? view : { ...view, range: '0..1' };
      const options = optionsBuffer(device, canvas, seen, shown);
      const range = reduction?.range ?? emptyRange(device);
      const bindGroup = device.createBindGroup({
        label: 'show a texture',
        layout: pipeline.layout,
        entries: resourcesOf(seen, options, range).map((resource, binding) => ({
          binding,
          resource,
        })),
      });
      const pass = encoder.beginRenderPass({
        colorAttachments: [
          {
            view: context.getCurrentTexture().createView(),
            loadOp: 'clear',
            storeOp: 'store',
            clearValue: [0, 0, 0, 0],
          },
        ],
      });
      pass.setPipeline(pipeline.pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.draw(3);
      pass.end();
      device.queue.submit([encoder.finish()]);
      options.destroy();
      if (reduction) reduction.dispose();
      else range.destroy();
    },
    forget(canvas: HTMLCanvasElement) {
      contexts.get(canvas)?.unconfigure();
      contexts.delete(canvas);
    },
  };
}

interface ImagePipeline {
  readonly layout: GPUBindGroupLayout;
  readonly pipeline: GPURenderPipeline;
}

async function build(
  device: GPUDevice,
  kind: ImageKind,
  format: GPUTextureFormat,
): Promise<ImagePipeline> {
  const label = 'show a texture';
  const module = device.createShaderModule({ label, code: imageCode(kind) });
  const visibility = GPUShaderStage.FRAGMENT;
  const texture = textureLayout(kind);
  const layout = device.createBindGroupLayout({
    label,
    entries: [
      { binding: 0, visibility, buffer: { type: 'uniform' } },
      { binding: 1, visibility, buffer: { type: 'uniform' } },
      { binding: 2, visibility, texture },
      ...(kind.isDifference ? [{ binding: 3, visibility, texture }] : []),
    ],
  });
  const pipeline = await device.createRenderPipelineAsync({
    label,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    vertex: { module },
    fragment: { module, targets: [{ format }] },
  });
  return { layout, pipeline };
}

function resourcesOf(
  { texture, dimension, pinned }: SeenTexture,
  options: GPUBuffer,
  range: GPUBuffer,
): GPUBindingResource[] {
  const textures = pinned ? [texture, pinned] : [texture];
  return [
    { buffer: options },
    { buffer: range },
    ...textures.map((each) => each.createView({ dimension })),
  ];
}

/** Computes the minimum and maximum of the shown channels, which stay on the GPU. */
function encodeRange(
  encoder: GPUCommandEncoder,
  reducer: Reducer,
  { texture, dimension, pinned }: SeenTexture,
  { channels }: TextureView,
): Reduction | null {
  const { format, width, height, depthOrArrayLayers } = texture;
  const shown = channels === 'rgba' ? 'rgb' : channels;
  const count = channelsOf(format);
  const offsets = [...shown].map((each) => 'rgba'.indexOf(each)).filter((each) => each < count);
  const bound = (pinned ? [texture, pinned] : [texture]).map((each) =>
    each.createView({ dimension }),
  );
  return reducer.encode(
    encoder,
    {
      source: {
        ...{ kind: 'texture', sample: sampleOf(format), dimension },
        ...{ isDifference: pinned !== null, asFloats: true },
      },
      bound,
      size: [width, height, depthOrArrayLayers],
      stride: 0,
      offsets: offsets.length > 0 ? offsets : [0],
    },
    false,
  );
}

function emptyRange(device: GPUDevice): GPUBuffer {
  return device.createBuffer({
    label: 'no range',
    size: RANGE_BYTES,
    usage: GPUBufferUsage.UNIFORM,
  });
}

function optionsBuffer(
  device: GPUDevice,
  canvas: HTMLCanvasElement,
  { texture, pinned }: SeenTexture,
  view: TextureView,
): GPUBuffer {
  const { width, height, depthOrArrayLayers: depth, format } = texture;
  const image = textureImage([width, height, depth], view.isContactSheet);
  const size = {
    width: canvas.clientWidth || canvas.width,
    height: canvas.clientHeight || canvas.height,
  };
  const placed = placementOf(image, view, size);
  const factor = canvas.width / size.width;
  const scale = placed.zoom * factor;
  // A difference in alpha is not opacity.
  const channels = pinned && view.channels === 'rgba' ? 'rgb' : view.channels;
  const flags =
    (view.isYUp ? FLAGS.yUp : 0) |
    (view.isContactSheet ? FLAGS.sheet : 0) |
    (scale >= GRID_FROM ? FLAGS.grid : 0);
  const bytes = new DataView(new ArrayBuffer(OPTIONS_BYTES));
  bytes.setFloat32(0, placed.left * factor, true);
  bytes.setFloat32(4, placed.top * factor, true);
  bytes.setFloat32(8, scale, true);
  const words = [
    ...[image.columns, width, height, depth, Math.min(view.slice, depth - 1)],
    ...[CHANNELS.indexOf(channels), RANGES.indexOf(view.range), flags, channelsOf(format)],
  ];
  for (const [index, word] of words.entries()) bytes.setUint32(12 + index * 4, word, true);
  const buffer = device.createBuffer({
    label: 'how a texture is shown',
    size: OPTIONS_BYTES,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, bytes);
  return buffer;
}

/** Size of the shader's `Options`. */
const OPTIONS_BYTES = 48;

const CHANNELS = ['rgba', 'rgb', 'r', 'g', 'b', 'a'] as const;
const RANGES = ['0..1', 'minimum..maximum', 'symmetric', 'logarithm'] as const;

const FLAGS = { yUp: 1, sheet: 2, grid: 4 } as const;

/** Shows texels as colours; values that are not finite are magenta. */
function imageCode({
  sample,
  dimension,
  isDifference,
}: Pick<TextureSource, 'sample' | 'dimension' | 'isDifference'>): string {
  const place = { '2d': 'at.xy', '2d-array': 'at.xy, at.z', '3d': 'at' }[dimension];
  const load = (name: string) => `vec4f(textureLoad(${name}, ${place}, 0))`;
  const type = textureType(sample, dimension);
  return /* wgsl */ `
struct Options {
  // Of the image, in pixels of the canvas from its top left; pixels a texel; slices side by side.
  origin : vec2f, scale : f32, columns : u32,
  // Of the texture, and the slice that is shown.
  size : vec3u, slice : u32,
  channels : u32, range : u32, flags : u32, count : u32,
}

struct Range { low : f32, high : f32, center : f32, count : u32 }

@group(0) @binding(0) var<uniform> options : Options;
@group(0) @binding(1) var<uniform> range : Range;
@group(0) @binding(2) var image : ${type};
${isDifference ? `@group(0) @binding(3) var pinned : ${type};` : ''}

@vertex fn corner(@builtin(vertex_index) index : u32) -> @builtin(position) vec4f {
  // One triangle that covers the canvas.
  return vec4f(vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

fn isOn(flag : u32) -> bool {
  return (options.flags & flag) != 0u;
}

fn mapped(value : vec4f) -> vec4f {
  let most = max(max(abs(range.low), abs(range.high)), 1e-37);
  switch options.range {
    case 1u: {
      let span = max(range.high * 0.5 - range.low * 0.5, 1e-37);
      return (value * 0.5 - range.low * 0.5) / span;
    }
    case 2u: {
      return value / most * 0.5 + 0.5;
    }
    case 3u: {
      return log2(1.0 + abs(value)) / log2(1.0 + most);
    }
    default: {
      return value;
    }
  }
}

fn isFinite(value : f32) -> bool {
  return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}

fn isShown(value : vec4f) -> bool {
  switch options.channels {
    case 0u: {
      return isFinite(value.x) && isFinite(value.y) && isFinite(value.z) && isFinite(value.w);
    }
    case 1u: {
      return isFinite(value.x) && isFinite(value.y) && isFinite(value.z);
    }
    default: {
      return isFinite(value[options.channels - 2u]);
    }
  }
}

fn colorOf(value : vec4f, pixel : vec2f) -> vec3f {
  if (!isShown(value)) {
    return vec3f(1.0, 0.0, 1.0);
  }
  let seen = clamp(mapped(value), vec4f(0.0), vec4f(1.0));
  if (options.channels > 1u) {
    return vec3f(seen[options.channels - 2u]);
  }
  if (options.count == 1u) {
    return vec3f(seen.x);
  }
  if (options.channels == 1u || options.count < 4u) {
    return seen.xyz;
  }
  let square = vec2u(pixel / 8.0);
  let behind = select(0.4, 0.6, ((square.x + square.y) & 1u) == 0u);
  return mix(vec3f(behind), seen.xyz, clamp(value.w, 0.0, 1.0));
}

@fragment fn shade(@builtin(position) position : vec4f) -> @location(0) vec4f {
  let place = (position.xy - options.origin) / options.scale;
  let size = options.size;
  let slices = select(1u, size.z, isOn(${FLAGS.sheet}u));
  let rows = (slices + options.columns - 1u) / options.columns;
  let extent = vec2f(size.xy * vec2u(options.columns, rows));
  if (any(place < vec2f(0.0)) || any(place >= extent)) {
    return vec4f(0.0);
  }
  let texel = vec2u(place);
  let tile = (texel.y / size.y) * options.columns + texel.x / size.x;
  if (tile >= slices) {
    return vec4f(0.0);
  }
  let down = texel.y % size.y;
  let y = select(down, size.y - 1u - down, isOn(${FLAGS.yUp}u));
  let at = vec3u(texel.x % size.x, y, select(options.slice, tile, isOn(${FLAGS.sheet}u)));
  let value = ${load('image')}${isDifference ? ` - ${load('pinned')}` : ''};
  let color = colorOf(value, position.xy);
  let edge = fract(place) * options.scale;
  let isEdge = isOn(${FLAGS.grid}u) && (edge.x < 1.0 || edge.y < 1.0);
  return vec4f(select(color, mix(color, vec3f(0.5), 0.5), isEdge), 1.0);
}
`;
}
