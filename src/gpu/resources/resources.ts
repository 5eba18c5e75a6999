import type { Size } from '#gpu/input/screen.ts';
import type { RunChange } from '#program/plan/runChange.ts';
import type {
  ParsedResourceCommand,
  ResourceBinding,
  ResourceCommand,
  RunDescriptor,
} from '#program/plan/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';
import { createDisposer } from '#shared/disposer.ts';
import { bufferSize } from './bufferSize.ts';
import type { Content, Contents } from './contents.ts';
import { checkTextureSize } from './textureSize.ts';

export type Resource =
  | { readonly kind: 'buffer'; readonly buffer: GPUBuffer }
  | { readonly kind: 'texture'; readonly texture: GPUTexture; readonly view: GPUTextureView }
  | { readonly kind: 'sampler'; readonly sampler: GPUSampler };

/** What a bind group holds, by name. */
export interface BoundResources {
  get(name: string): Resource | undefined;
  /** One for each uniform block; null for blocks that are not bound. */
  readonly uniformBuffers: readonly (GPUBuffer | null)[];
}

/** What a run binds: everything here lives and dies with its run. */
export interface RunResources extends BoundResources {
  /** The size that textures of the screen's size are made for. */
  readonly screen: Size;
  /**
   * Makes textures that are sized to the screen anew, with the old content where the sizes
   * overlap. True if any was: bind groups have to be made anew then.
   */
  resize(screen: Size): boolean;
  /** Takes over what a change keeps of another version's resources, and destroys the rest there. */
  adopt(before: RunResources, change: Kept): void;
  /** Gives a resource away. */
  take(name: string): Resource | undefined;
  takeUniformBuffers(): readonly (GPUBuffer | null)[];
  destroy(): void;
}

export type Kept = Pick<RunChange, 'kept' | 'keepsUniformBlocks'>;

const NOTHING_KEPT: Kept = { kept: new Set(), keepsUniformBlocks: false };

/**
 * @param keeping what is left out, since it will be adopted
 * @throws with the resource's name if the device cannot have it
 */
export function createResources(
  device: GPUDevice,
  descriptor: RunDescriptor,
  contents: Contents,
  screen: Size,
  { kept, keepsUniformBlocks }: Kept = NOTHING_KEPT,
): RunResources {
  const { layout, resourceCommands } = descriptor;
  const resources = new Map<string, Resource>();
  const create = ({ resourceName, parsedCommand }: ResourceCommand, size: Size): Resource => {
    const binding = layout[resourceName];
    if (!binding) throw new Error(`Resource ${resourceName} is not defined in the bindings`);
    return createResource({
      device,
      name: resourceName,
      command: parsedCommand,
      binding,
      content: contents.get(resourceName),
      screen: size,
    });
  };
  const undo = createDisposer();
  try {
    for (const command of resourceCommands) {
      if (kept.has(command.resourceName)) continue;
      const made = create(command, screen);
      undo.add(() => destroyResource(made));
      resources.set(command.resourceName, made);
    }
  } catch (thrown) {
    undo.dispose();
    throw thrown;
  }
  let uniformBuffers = keepsUniformBlocks ? [] : createUniformBuffers(device, descriptor);
  const sizedToScreen = resourceCommands.filter(
    ({ parsedCommand }) => parsedCommand.type === 'BLACK_SCREEN',
  );
  let current = screen;
  const resize = (next: Size): boolean => {
    if (next.width === current.width && next.height === current.height) return false;
    current = next;
    for (const command of sizedToScreen) {
      const old = resources.get(command.resourceName);
      if (!old) continue;
      const made = create(command, next);
      if (old.kind === 'texture' && made.kind === 'texture') {
        copyOverlap(device, old.texture, made.texture);
      }
      resources.set(command.resourceName, made);
    }
    return sizedToScreen.length > 0;
  };
  return {
    get: (name) => resources.get(name),
    get uniformBuffers() {
      return uniformBuffers;
    },
    get screen() {
      return current;
    },
    resize,
    adopt(before, change) {
      resize(before.screen);
      for (const { resourceName } of resourceCommands) {
        const old = change.kept.has(resourceName) ? before.take(resourceName) : undefined;
        if (old) resources.set(resourceName, old);
      }
      if (change.keepsUniformBlocks) uniformBuffers = before.takeUniformBuffers();
      before.destroy();
    },
    take(name) {
      const taken = resources.get(name);
      resources.delete(name);
      return taken;
    },
    takeUniformBuffers() {
      const taken = uniformBuffers;
      uniformBuffers = [];
      return taken;
    },
    destroy() {
      for (const buffer of uniformBuffers) buffer?.destroy();
      for (const resource of resources.values()) destroyResource(resource);
    },
  };
}

function createUniformBuffers(
  device: GPUDevice,
  { uniformBlocks }: RunDescriptor,
): readonly (GPUBuffer | null)[] {
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  return uniformBlocks.map(
    ({ name, slot, size }) => slot && device.createBuffer({ label: name, size, usage }),
  );
}

function destroyResource(resource: Resource): void {
  if (resource.kind === 'buffer') resource.buffer.destroy();
  if (resource.kind === 'texture') resource.texture.destroy();
}

function copyOverlap(device: GPUDevice, from: GPUTexture, to: GPUTexture): void {
  const encoder = device.createCommandEncoder({ label: 'keep the picture through a resize' });
  encoder.copyTextureToTexture({ texture: from }, { texture: to }, [
    Math.min(from.width, to.width),
    Math.min(from.height, to.height),
  ]);
  device.queue.submit([encoder.finish()]);
  from.destroy();
}

interface ResourceRequest {
  readonly device: GPUDevice;
  readonly name: string;
  readonly command: ParsedResourceCommand;
  readonly binding: ResourceBinding;
  readonly content: Content | undefined;
  readonly screen: Size;
}

function createResource(request: ResourceRequest): Resource {
  const { command, content } = request;
  switch (command.type) {
    case 'ZEROS':
      return createBuffer(request, command.count * command.elementSize);
    case 'RAND':
    case 'DATA':
      if (content?.kind !== 'bytes') throw missingContent(request);
      return createBuffer(request, content.bytes.byteLength, content.bytes);
    case 'BLACK':
      return createTexture(request, [command.width, command.height]);
    case 'BLACK_3D':
      return createTexture(request, [command.width, command.height, command.depth]);
    case 'BLACK_SCREEN':
      return createTexture(request, [
        Math.max(1, Math.round(request.screen.width * command.widthScale)),
        Math.max(1, Math.round(request.screen.height * command.heightScale)),
      ]);
    case 'URL':
      if (content?.kind !== 'images') throw missingContent(request);
      return createImageTexture(request, command.format, content.images);
    case 'SAMPLER':
      return { kind: 'sampler', sampler: createSampler(request) };
    default:
      return assertNever(command);
  }
}

function missingContent({ name, command }: ResourceRequest): Error {
  return new Error(`The content of ${name} (${command.type}) was not loaded.`);
}

function createBuffer(request: ResourceRequest, bytes: number, content?: ArrayBuffer): Resource {
  const { device, name } = request;
  const size = bufferSize(name, bytes, device.limits.maxStorageBufferBindingSize);
  const buffer = device.createBuffer({
    label: name,
    size,
    usage:
      GPUBufferUsage.STORAGE |
      GPUBufferUsage.INDIRECT |
      GPUBufferUsage.COPY_SRC |
      GPUBufferUsage.COPY_DST,
  });
  if (content) {
    const padded = content.byteLength === size ? content : padTo(content, size);
    device.queue.writeBuffer(buffer, 0, padded);
  }
  return { kind: 'buffer', buffer };
}

function padTo(bytes: ArrayBuffer, size: number): ArrayBuffer {
  const padded = new Uint8Array(size);
  padded.set(new Uint8Array(bytes));
  return padded.buffer;
}

function createTexture(
  { device, name, command, binding }: ResourceRequest,
  size: number[],
): Resource {
  if (binding.kind !== 'storageTexture' && binding.kind !== 'texture') {
    throw new Error(`Failed to create texture ${name}: ${command.type} needs a texture.`);
  }
  const { viewDimension } = binding;
  const isStored = binding.kind === 'storageTexture';
  const format = isStored ? binding.format : ZEROS_FORMAT;
  checkTextureSize({ name, size, format, viewDimension }, device.limits);
  const texture = device.createTexture({
    label: name,
    size,
    dimension: viewDimension === '3d' ? '3d' : '2d',
    format,
    usage:
      (isStored ? GPUTextureUsage.STORAGE_BINDING : 0) |
      GPUTextureUsage.TEXTURE_BINDING |
      GPUTextureUsage.COPY_SRC |
      GPUTextureUsage.COPY_DST,
  });
  return { kind: 'texture', texture, view: texture.createView({ dimension: viewDimension }) };
}

/** Of sampled textures that no image is loaded into: one that filters on every device. */
const ZEROS_FORMAT = 'rgba8unorm';

function createImageTexture(
  { device, name, binding }: ResourceRequest,
  format: GPUTextureFormat,
  images: readonly [ImageBitmap, ...ImageBitmap[]],
): Resource {
  const [{ width, height }] = images;
  const size = [width, height, images.length];
  const viewDimension = binding.kind === 'texture' ? binding.viewDimension : '2d';
  checkTextureSize({ name, size, format, viewDimension }, device.limits);
  const texture = device.createTexture({
    label: name,
    size,
    format,
    usage:
      GPUTextureUsage.TEXTURE_BINDING |
      GPUTextureUsage.COPY_SRC |
      GPUTextureUsage.COPY_DST |
      GPUTextureUsage.RENDER_ATTACHMENT,
  });
  for (const [layer, source] of images.entries()) {
    const destination = { texture, origin: [0, 0, layer] };
    device.queue.copyExternalImageToTexture({ source }, destination, [width, height]);
  }
  return { kind: 'texture', texture, view: texture.createView({ dimension: viewDimension }) };
}

/** The specification's default sampler: linear filtering, repeating. */
function createSampler({ device, name }: ResourceRequest): GPUSampler {
  return device.createSampler({
    label: name,
    magFilter: 'linear',
    minFilter: 'linear',
    addressModeU: 'repeat',
    addressModeV: 'repeat',
    addressModeW: 'repeat',
  });
}
