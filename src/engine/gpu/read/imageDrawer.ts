import { placementOf, textureImage } from '#engine/gpu/read/textureImage.ts';
import { createBuiltOnce } from './builtOnce.ts';
import { CHANNELS, FLAGS, imageCode, OPTIONS_BYTES, RANGES } from './imageCode.ts';
import { type Reducer, type Reduction, textureLayout } from './reducer.ts';
import { RANGE_BYTES, type TextureSource } from './reductionCode.ts';
import { channelsOf, sampleOf } from './textureKinds.ts';
import type { TextureView } from './textureView.ts';

/** A texture as it is to be seen. */
export interface SeenTexture {
  readonly texture: GPUTexture;
  readonly dimension: TextureSource['dimension'];
  /** What is taken from it; null for nothing. */
  readonly pinned: GPUTexture | null;
}

/** Draws textures on canvases, straight from the GPU. */
export interface ImageDrawer {
  /** Draws nothing until its pipelines are built, which `onBuilt` tells. */
  draw(canvas: HTMLCanvasElement, seen: SeenTexture, view: TextureView): void;
  forget(canvas: HTMLCanvasElement): void;
}

/** Texels from so many pixels on have a grid between them. */
const GRID_FROM = 12;

type ImageKind = Pick<TextureSource, 'sample' | 'dimension' | 'isDifference'>;

export function createImageDrawer(
  device: GPUDevice,
  reducer: Reducer,
  onBuilt: () => void,
): ImageDrawer {
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
    draw(canvas, seen, view) {
      const { texture, dimension, pinned } = seen;
      const kind = { sample: sampleOf(texture.format), dimension, isDifference: pinned !== null };
      const pipeline = pipelines.get(kind);
      if (!pipeline || canvas.width === 0 || canvas.height === 0) return;
      const encoder = device.createCommandEncoder({ label: 'show a texture' });
      const reduction = view.range === '0..1' ? null : encodeRange(encoder, reducer, seen, view);
      const context = contextOf(canvas);
      if (!context) return;
      // Until the range can be computed, the texels are shown as they are.
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
    forget(canvas) {
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

/** Minimum and maximum of the channels that are shown, which stay on the GPU. */
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
  // A difference of alpha is no opacity.
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
