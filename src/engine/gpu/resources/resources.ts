import { contentsOf } from '#core/plan/attributes/resources.ts';
import { texelSides, ZEROS_FORMAT } from '#core/plan/contents.ts';
import type {
  ParsedResourceCommand,
  ResourceBinding,
  ResourceCommand,
  RunChange,
  RunDescriptor,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { BoundResources } from '#engine/gpu/frame.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { DEFAULT_SAMPLER } from './defaultSampler.ts';
import {
  createBuffer,
  createTexture,
  destroyResource,
  type Resource,
  replaceResource,
  screenSize,
} from './resource.ts';
import type { LoadedData, ResourceData } from './resourceData.ts';

/** Everything that a program version binds, which it owns. */
export interface RunResources extends BoundResources {
  /** The screen size that screen-sized textures have. */
  readonly screen: Size;
  /**
   * Recreates screen-sized textures, with the old content where the sizes overlap. True if there are
   * any: bind groups are stale then.
   */
  resize(screen: Size): boolean;
  /** Moves what a change keeps from another version's resources to these, and destroys the rest. */
  adopt(before: RunResources, change: Kept): void;
  /** Gives a resource away. */
  take(name: string): Resource | undefined;
  takeUniformBuffers(): readonly (GPUBuffer | null)[];
  destroy(): void;
}

export type Kept = Pick<RunChange, 'kept' | 'keepsUniformBlocks'>;

const NOTHING_KEPT: Kept = { kept: new Set(), keepsUniformBlocks: false };

/**
 * @param kept what is left out, because `adopt` will bring it
 * @throws with the resource's name if the device cannot have it
 */
export function createResources(
  device: GPUDevice,
  descriptor: RunDescriptor,
  data: LoadedData,
  screen: Size,
  { kept, keepsUniformBlocks }: Kept = NOTHING_KEPT,
): RunResources {
  const { layout, resourceCommands } = descriptor;
  const create = ({ resourceName, parsedCommand }: ResourceCommand, size: Size): Resource => {
    const binding = ownValue(layout, resourceName);
    if (!binding) throw new Error(`Resource ${resourceName} is not defined in the bindings`);
    return createResource({
      device,
      name: resourceName,
      command: parsedCommand,
      binding,
      data: data.get(resourceName),
      screen: size,
    });
  };
  const missing = resourceCommands.filter(({ resourceName }) => !kept.has(resourceName));
  const owned: OwnedResources = {
    byName: createAll(missing, (command) => create(command, screen)),
    uniformBuffers: keepsUniformBlocks ? [] : createUniformBuffers(device, descriptor),
    screen,
  };
  const sizedToScreen = resourceCommands.filter(
    ({ parsedCommand }) => contentsOf(parsedCommand).kind === 'screen',
  );
  const resize = (next: Size): boolean => {
    if (next.width === owned.screen.width && next.height === owned.screen.height) return false;
    owned.screen = next;
    for (const command of sizedToScreen) {
      recreate(device, owned.byName, command.resourceName, () => create(command, next));
    }
    return sizedToScreen.length > 0;
  };
  return {
    get: (name) => owned.byName.get(name),
    get uniformBuffers() {
      return owned.uniformBuffers;
    },
    get screen() {
      return owned.screen;
    },
    resize,
    adopt(before, change) {
      resize(before.screen);
      adopt(owned, before, change, resourceCommands);
    },
    take(name) {
      const taken = owned.byName.get(name);
      owned.byName.delete(name);
      return taken;
    },
    takeUniformBuffers() {
      const taken = owned.uniformBuffers;
      owned.uniformBuffers = [];
      return taken;
    },
    destroy: () => destroyAll(owned),
  };
}

interface OwnedResources {
  readonly byName: Map<string, Resource>;
  uniformBuffers: readonly (GPUBuffer | null)[];
  screen: Size;
}

/** If one cannot be made, none is left. */
function createAll(
  commands: readonly ResourceCommand[],
  create: (command: ResourceCommand) => Resource,
): Map<string, Resource> {
  const made = new Map<string, Resource>();
  try {
    for (const command of commands) made.set(command.resourceName, create(command));
  } catch (thrown) {
    for (const resource of made.values()) destroyResource(resource);
    throw thrown;
  }
  return made;
}

function recreate(
  device: GPUDevice,
  byName: Map<string, Resource>,
  name: string,
  create: () => Resource,
): void {
  const old = byName.get(name);
  if (!old) return;
  const made = create();
  replaceResource(device, old, made);
  byName.set(name, made);
}

function adopt(
  owned: OwnedResources,
  before: RunResources,
  { kept, keepsUniformBlocks }: Kept,
  commands: readonly ResourceCommand[],
): void {
  for (const { resourceName } of commands) {
    const old = kept.has(resourceName) ? before.take(resourceName) : undefined;
    if (old) owned.byName.set(resourceName, old);
  }
  if (keepsUniformBlocks) owned.uniformBuffers = before.takeUniformBuffers();
  before.destroy();
}

function destroyAll({ byName, uniformBuffers }: OwnedResources): void {
  for (const buffer of uniformBuffers) buffer?.destroy();
  for (const resource of byName.values()) destroyResource(resource);
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

interface ResourceRequest {
  readonly device: GPUDevice;
  readonly name: string;
  readonly command: ParsedResourceCommand;
  readonly binding: ResourceBinding;
  readonly data: ResourceData | undefined;
  readonly screen: Size;
}

/** @throws with the resource's name if the device cannot have it */
function createResource(request: ResourceRequest): Resource {
  const { device, name, command, data } = request;
  const contents = contentsOf(command);
  switch (contents.kind) {
    case 'zeros':
      return contents.of === 'elements'
        ? createBuffer(device, name, contents.count * contents.elementSize)
        : createEmptyTexture(request, texelSides(contents));
    case 'screen':
      return createEmptyTexture(request, screenSize(request.screen, contents));
    case 'bytes':
      if (data?.kind !== 'bytes') throw missingData(request);
      return createBuffer(device, name, new Uint8Array(data.bytes));
    case 'image':
      if (data?.kind !== 'images') throw missingData(request);
      return createImageTexture(request, contents.format, data.images);
    case 'sampler':
      return { kind: 'sampler', sampler: createSampler(request) };
    default:
      return assertNever(contents);
  }
}

function missingData({ name, command }: ResourceRequest): Error {
  return new Error(`The data of ${name} (${command.type}) was not loaded.`);
}

function createEmptyTexture(
  { device, name, command, binding }: ResourceRequest,
  size: number[],
): Resource {
  if (binding.kind !== 'storageTexture' && binding.kind !== 'texture') {
    throw new Error(`Failed to create texture ${name}: ${command.type} needs a texture.`);
  }
  const { viewDimension } = binding;
  const isStored = binding.kind === 'storageTexture';
  const format = isStored ? binding.format : ZEROS_FORMAT;
  return createTexture(device, { name, size, format, viewDimension, isStored });
}

function createImageTexture(
  { device, name, binding }: ResourceRequest,
  format: GPUTextureFormat,
  images: readonly [ImageBitmap, ...ImageBitmap[]],
): Resource {
  const [{ width, height }] = images;
  const size = [width, height, images.length];
  const viewDimension = binding.kind === 'texture' ? binding.viewDimension : '2d';
  return createTexture(device, { name, size, format, viewDimension, images });
}

function createSampler({ device, name }: ResourceRequest): GPUSampler {
  return device.createSampler({ label: name, ...DEFAULT_SAMPLER });
}
