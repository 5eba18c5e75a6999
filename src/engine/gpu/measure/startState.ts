import { PRINT_BUFFER, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { encodeCalls, prepareCalls } from '#engine/gpu/dispatch.ts';
import type { BoundResources, OnceCalls, PreparedDispatch } from '#engine/gpu/frame.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  copyResource,
  type ResourceCopy,
  writableResources,
} from '#engine/gpu/replay/resourceCopies.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { LoadedData } from '#engine/gpu/resources/resourceData.ts';
import { createResources } from '#engine/gpu/resources/resources.ts';
import { createUniformWriter, type UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { rowBytes } from './comparison.ts';

/** In frame 0 with first contents, or with the run's current contents. */
export type Start =
  | { readonly kind: 'first' }
  | { readonly kind: 'present'; readonly inputs: UniformInputs };

/** The trial’s own copies of what it writes, and the run’s resources that it reads. */
export interface TrialResources {
  readonly bound: BoundResources;
  /** Including the print buffer. */
  readonly written: readonly (readonly [name: string, resource: Resource])[];
  /**
   * Submits the calls before the entry point, so that it finds the same state as in a frame. The
   * first start must be of kind `first`.
   */
  begin(start: Start): void;
  /** Restores the state after the newest `begin`; `onlyReadable` skips what no shader reads. */
  encodeRestore(encoder: GPUCommandEncoder, onlyReadable: boolean): void;
  dispose: Dispose;
}

/** A descriptor of only the resources that the trial creates for itself. */
export function ownResources(frame: ObservedFrame): RunDescriptor {
  const { descriptor, resources } = frame;
  const names = new Set(writableResources(descriptor, resources).map(([name]) => name));
  names.add(PRINT_BUFFER);
  const resourceCommands = descriptor.resourceCommands.filter(({ resourceName }) =>
    names.has(resourceName),
  );
  return { ...descriptor, resourceCommands };
}

/**
 * @param data the first contents of the trial’s own resources
 * @throws if the device cannot create them
 */
export function createTrialResources(
  frame: ObservedFrame,
  entryPoint: string,
  data: LoadedData,
): TrialResources {
  const { device, descriptor, resources, pipelines, screen } = frame;
  const own = createResources(device, ownResources(frame), data, screen);
  const bound: BoundResources = {
    get: (name) => own.get(name) ?? resources.get(name),
    uniformBuffers: own.uniformBuffers,
  };
  let copies: readonly ResourceCopy[] = [];
  const dispose = () => {
    for (const { destroy } of copies) destroy();
    own.destroy();
  };
  try {
    const calls = prepareCalls(device, descriptor, pipelines, bound);
    const writeUniforms = createUniformWriter(device, descriptor);
    const before = calls.slice(
      0,
      calls.findIndex((call) => call.entryPoint === entryPoint),
    );
    const writable = writableResources(descriptor, bound);
    const printed = own.get(PRINT_BUFFER);
    const written = printed ? [...writable, [PRINT_BUFFER, printed] as const] : writable;
    copies = written.flatMap(([name, resource]) => copyResource(device, name, resource) ?? []);
    return {
      bound,
      written,
      begin(start) {
        const encoder = device.createCommandEncoder({ label: 'begin a trial' });
        const inputs = start.kind === 'first' ? firstInputs(frame) : start.inputs;
        writeUniforms(bound.uniformBuffers, inputs, screen);
        if (start.kind === 'present') encodeTakeOver(encoder, writable, resources);
        if (printed?.kind === 'buffer') encoder.clearBuffer(printed.buffer);
        const noise = encodeNoise(encoder, device, writeOnly(frame, writable));
        encodeCalls(encoder, before, onceIn(start), 0, before.length);
        for (const copy of copies) copy.encode(encoder);
        device.queue.submit([encoder.finish()]);
        noise?.destroy();
      },
      encodeRestore(encoder, onlyReadable) {
        for (const copy of copies) {
          if (!onlyReadable || !isWriteOnly(frame, copy.name)) copy.restore(encoder);
        }
      },
      dispose,
    };
  } catch (thrown) {
    dispose();
    throw thrown;
  }
}

const NO_CALLS: ReadonlySet<string> = new Set();

function onceIn(start: Start): OnceCalls {
  return start.kind === 'first' ? 'all' : NO_CALLS;
}

function firstInputs({ inputs }: ObservedFrame): UniformInputs {
  const { values } = inputs;
  return { time: 0, frame: 0, mouse: [0, 0, 0, 0], isKeyDown: () => false, values };
}

function encodeTakeOver(
  encoder: GPUCommandEncoder,
  writable: TrialResources['written'],
  run: BoundResources,
): void {
  for (const [name, to] of writable) {
    const from = run.get(name);
    if (from?.kind === 'buffer' && to.kind === 'buffer') {
      encoder.copyBufferToBuffer(from.buffer, 0, to.buffer, 0, to.buffer.size);
    }
    if (from?.kind === 'texture' && to.kind === 'texture') {
      const { texture } = to;
      encoder.copyTextureToTexture({ texture: from.texture }, { texture }, sizeOf(texture));
    }
  }
}

function sizeOf({ width, height, depthOrArrayLayers }: GPUTexture): number[] {
  return [width, height, depthOrArrayLayers];
}

function isWriteOnly({ descriptor }: ObservedFrame, name: string): boolean {
  const binding = ownValue(descriptor.layout, name);
  return binding?.kind === 'storageTexture' && binding.access === 'write-only';
}

function writeOnly(frame: ObservedFrame, writable: TrialResources['written']): GPUTexture[] {
  return writable.flatMap(([name, resource]) =>
    resource.kind === 'texture' && isWriteOnly(frame, name) ? resource.texture : [],
  );
}

/** Size of the random content, which is repeated to fill textures. */
const NOISE_BYTES = 1 << 20;

/**
 * Fills textures that shaders cannot read with noise. Otherwise a group size that skips texels
 * would find the previous frame's texels there and seem to have drawn them.
 *
 * @returns the buffer to destroy after the submission
 */
function encodeNoise(
  encoder: GPUCommandEncoder,
  device: GPUDevice,
  textures: readonly GPUTexture[],
): GPUBuffer | null {
  if (textures.length === 0) return null;
  const widest = Math.max(...textures.map(rowBytes));
  const buffer = device.createBuffer({
    label: 'noise',
    size: Math.max(NOISE_BYTES, widest),
    usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, noiseOf(buffer.size));
  for (const texture of textures) {
    const bytesPerRow = rowBytes(texture);
    const rows = Math.floor(buffer.size / bytesPerRow);
    for (let z = 0; z < texture.depthOrArrayLayers; z += 1) {
      for (let y = 0; y < texture.height; y += rows) {
        const size = [texture.width, Math.min(rows, texture.height - y), 1];
        encoder.copyBufferToTexture({ buffer, bytesPerRow }, { texture, origin: [0, y, z] }, size);
      }
    }
  }
  return buffer;
}

function noiseOf(bytes: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(bytes / Uint32Array.BYTES_PER_ELEMENT);
  let state = 0x9e3779b9;
  for (let index = 0; index < words.length; index += 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    words[index] = state;
  }
  return words;
}

export function encodeDispatch(
  pass: GPUComputePassEncoder,
  { pipeline, bindGroups, groups }: PreparedDispatch,
  times: number,
): void {
  pass.setPipeline(pipeline);
  for (const [index, group] of bindGroups.entries()) pass.setBindGroup(index, group);
  for (let time = 0; time < times; time += 1) {
    if (groups.kind === 'direct') pass.dispatchWorkgroups(groups.x, groups.y, groups.z);
    else pass.dispatchWorkgroupsIndirect(groups.buffer, groups.offset);
  }
}
