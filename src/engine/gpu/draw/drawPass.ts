import { DEPTH_FORMAT } from '#core/plan/contents.ts';
import { INDICES, meshResource } from '#core/plan/draw/meshParts.ts';
import type { DrawCommand, TargetUse } from '#core/plan/runDescriptor.ts';
import { runs } from '#engine/gpu/dispatch.ts';
import type { BoundResources, PreparedCall, PreparedDraw } from '#engine/gpu/frame.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';

/** What all draws to the same targets have in common. */
export interface DrawShape {
  readonly colors: readonly TargetUse[];
  readonly samples: number;
  readonly hasDepth: boolean;
}

interface DrawParts {
  readonly device: GPUDevice;
  readonly call: DrawCommand;
  readonly shape: DrawShape;
  readonly pipeline: GPURenderPipeline;
  readonly resources: BoundResources;
  readonly bindGroups: readonly GPUBindGroup[];
}

/** A draw with the pass that it begins if no other draw has begun it. */
interface PassDraw extends PreparedDraw {
  /** Equal for draws that can share a pass. */
  readonly passKey: string;
  /** Whether the targets or the depth must be cleared first, which only a new pass does. */
  readonly clears: boolean;
  /** Records what must come before the pass. */
  before(encoder: GPUCommandEncoder): void;
  record(pass: GPURenderPassEncoder): void;
}

/** @throws with the entry point's name if its targets or its buffer do not fit */
export function prepareDraw(parts: DrawParts): PreparedDraw {
  const { call } = parts;
  const passDescriptor = describePass(parts);
  const { before, record } = prepareRecording(parts);
  const draw: PassDraw = {
    entryPoint: call.entryPoint,
    callOnce: call.callOnce,
    passKey: JSON.stringify([call.targets, call.depthTexture]),
    clears: call.clear !== null || call.clearDepth !== null,
    ...{ before, record },
    encodeFrom(encoder, calls, once, index, end, timestampWrites) {
      const next = passEnd(draw, calls, once, index, end);
      forDraws(calls, once, index, next, (each) => each.before(encoder));
      if (timestampWrites) passDescriptor.timestampWrites = timestampWrites;
      else delete passDescriptor.timestampWrites;
      const pass = encoder.beginRenderPass(passDescriptor);
      forDraws(calls, once, index, next, (each) => each.record(pass));
      pass.end();
      return next;
    },
  };
  return draw;
}

function isPassDraw(call: PreparedCall | undefined): call is PassDraw {
  return call !== undefined && 'record' in call;
}

/** The index of the first call that cannot share the pass of the draw at `index`. */
function passEnd(
  first: PassDraw,
  calls: readonly PreparedCall[],
  once: ReadonlySet<string> | 'all',
  index: number,
  end: number,
): number {
  let next = index + 1;
  for (; next < end; next += 1) {
    const call = calls[next];
    if (call && !runs(call, once)) continue;
    if (!isPassDraw(call) || call.clears || call.passKey !== first.passKey) break;
  }
  return next;
}

function forDraws(
  calls: readonly PreparedCall[],
  once: ReadonlySet<string> | 'all',
  start: number,
  end: number,
  visit: (draw: PassDraw) => void,
): void {
  for (let index = start; index < end; index += 1) {
    const call = calls[index];
    if (isPassDraw(call) && runs(call, once)) visit(call);
  }
}

function describePass({ device, call, shape, resources }: DrawParts): GPURenderPassDescriptor {
  const colors = call.targets.map((name) => textureOf(call, resources, name));
  const depth = depthView({ device, call, shape, resources }, colors);
  const [first] = colors;
  const size = first?.texture ?? depth?.texture;
  for (const [index, { texture }] of colors.entries()) {
    if (texture.width === size?.width && texture.height === size.height) continue;
    throw drawError(call, sizes(call.targets[0], size, call.targets[index], texture));
  }
  if (depth && (depth.texture.width !== size?.width || depth.texture.height !== size.height)) {
    throw drawError(call, sizes(call.targets[0], size, call.depthTexture ?? '', depth.texture));
  }
  return {
    label: call.entryPoint,
    colorAttachments: colors.map((color) => colorAttachment(device, call, shape, color)),
    ...(depth && { depthStencilAttachment: depthAttachment(call, depth.view) }),
  };
}

type TextureResource = Extract<Resource, { readonly kind: 'texture' }>;

function textureOf(call: DrawCommand, resources: BoundResources, name: string): TextureResource {
  const resource = resources.get(name);
  if (resource?.kind === 'texture') return resource;
  throw drawError(call, `${name} is not a texture.`);
}

function drawError({ entryPoint }: DrawCommand, reason: string): Error {
  return new Error(`Error when drawing with ${entryPoint}: ${reason}`);
}

function sizes(
  one: string | undefined,
  size: GPUTexture | undefined,
  other: string | undefined,
  { width, height }: GPUTexture,
): string {
  return (
    `${one} has ${size?.width} × ${size?.height} texels, but ${other} has ${width} × ${height}. ` +
    'Textures that are drawn to together need the same size.'
  );
}

function colorAttachment(
  device: GPUDevice,
  { clear }: DrawCommand,
  { samples }: DrawShape,
  target: TextureResource,
): GPURenderPassColorAttachment {
  const isResolved = samples > 1 && target.texture.sampleCount === 1;
  const smooth = isResolved ? attachment(device, target, target.texture.format, samples) : null;
  return {
    view: smooth ? smooth.createView() : target.view,
    ...(smooth && { resolveTarget: target.view }),
    loadOp: clear ? 'clear' : 'load',
    // What has no colours begins with zeros.
    ...(clear && !target.texture.format.endsWith('uint') && { clearValue: [...clear] }),
    storeOp: 'store',
  };
}

function depthView(
  { device, call, shape, resources }: Pick<DrawParts, 'device' | 'call' | 'shape' | 'resources'>,
  [first]: readonly TextureResource[],
): { readonly texture: GPUTexture; readonly view: GPUTextureView } | null {
  if (call.depthTexture !== null) return textureOf(call, resources, call.depthTexture);
  if (!shape.hasDepth || !first) return null;
  const texture = attachment(device, first, DEPTH_FORMAT, shape.samples);
  return { texture, view: texture.createView() };
}

/** A texture of the target's size that lives as long as the target. */
function attachment(
  device: GPUDevice,
  target: TextureResource,
  format: GPUTextureFormat,
  sampleCount: number,
): GPUTexture {
  const known = target.attachments?.find((each) => each.format === format);
  if (known) return known;
  const { width, height, label } = target.texture;
  const made = device.createTexture({
    label: `${format === DEPTH_FORMAT ? 'depth' : 'samples'} of ${label}`,
    size: [width, height],
    format,
    sampleCount,
    usage: GPUTextureUsage.RENDER_ATTACHMENT,
  });
  target.attachments = [...(target.attachments ?? []), made];
  return made;
}

function depthAttachment(
  { clearDepth }: DrawCommand,
  view: GPUTextureView,
): GPURenderPassDepthStencilAttachment {
  return {
    view,
    depthLoadOp: clearDepth === null ? 'load' : 'clear',
    depthStoreOp: 'store',
    ...(clearDepth !== null && { depthClearValue: clearDepth }),
  };
}

/** The numbers of an indexed indirect draw. */
const INDEXED_WORDS = 5;
const UINT_BYTES = 4;

function prepareRecording(parts: DrawParts): Pick<PassDraw, 'before' | 'record'> {
  const { call, pipeline, resources, bindGroups } = parts;
  const buffers = vertexBuffers(call, resources);
  const indices = indexBuffer(call, resources);
  const indirect = call.indirect && bufferOf(call, resources, call.indirect.bufferName);
  const offset = call.indirect?.offset ?? 0;
  const counted = indices && indirect ? indexedArguments(parts, indices) : null;
  return {
    before(encoder) {
      // Of a mesh, only the number of instances is counted by the shader.
      if (counted && indirect) {
        encoder.copyBufferToBuffer(indirect, offset + UINT_BYTES, counted, UINT_BYTES, UINT_BYTES);
      }
    },
    record(pass) {
      pass.setPipeline(pipeline);
      for (let group = 0; group < bindGroups.length; group += 1) {
        pass.setBindGroup(group, bindGroups[group]);
      }
      for (let slot = 0; slot < buffers.length; slot += 1) {
        pass.setVertexBuffer(slot, buffers[slot]);
      }
      if (indices) {
        pass.setIndexBuffer(indices, 'uint32');
        if (counted) pass.drawIndexedIndirect(counted, 0);
        else pass.drawIndexed(indices.size / UINT_BYTES, call.instanceCount);
      } else if (indirect) pass.drawIndirect(indirect, offset);
      else if (call.vertices.kind === 'count') pass.draw(call.vertices.count, call.instanceCount);
    },
  };
}

function vertexBuffers({ vertices, inputs }: DrawCommand, resources: BoundResources): GPUBuffer[] {
  if (vertices.kind !== 'mesh') return [];
  return inputs.flatMap(({ semantic }) => {
    const resource = resources.get(meshResource(vertices.mesh, semantic));
    return resource?.kind === 'buffer' ? [resource.buffer] : [];
  });
}

function indexBuffer({ vertices }: DrawCommand, resources: BoundResources): GPUBuffer | null {
  if (vertices.kind !== 'mesh') return null;
  const resource = resources.get(meshResource(vertices.mesh, INDICES));
  return resource?.kind === 'buffer' ? resource.buffer : null;
}

function bufferOf(call: DrawCommand, resources: BoundResources, name: string): GPUBuffer {
  const resource = resources.get(name);
  if (resource?.kind === 'buffer') return resource.buffer;
  throw drawError(call, `${name}, which DRAW::INDIRECT names, is not a buffer.`);
}

/** By pipeline, of which each draw has its own. */
const argumentsOf = new WeakMap<GPURenderPipeline, GPUBuffer>();

/** The indices, no instances yet, and zeros for where they begin. */
function indexedArguments(
  { device, pipeline }: Pick<DrawParts, 'device' | 'pipeline'>,
  indices: GPUBuffer,
): GPUBuffer {
  const buffer =
    argumentsOf.get(pipeline) ??
    device.createBuffer({
      label: 'indirect arguments',
      size: INDEXED_WORDS * UINT_BYTES,
      usage: GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_DST,
    });
  argumentsOf.set(pipeline, buffer);
  // The mesh of a kept pipeline may be another one now.
  device.queue.writeBuffer(buffer, 0, new Uint32Array([indices.size / UINT_BYTES]));
  return buffer;
}
