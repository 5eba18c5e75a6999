import { contentsOf } from '#core/plan/attributes/resources.ts';
import { type FilledResource, texelSides, ZEROS_FORMAT } from '#core/plan/contents.ts';
import type {
  ResourceBinding,
  RunChange,
  RunDescriptor,
  RunProgram,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { BoundResources } from '#engine/gpu/frame.ts';
import { type Size, sameSize } from '#engine/gpu/screen.ts';
import {
  createBuffer,
  createTexture,
  destroyResource,
  type Resource,
  replaceResource,
  screenSize,
} from './resource.ts';
import type { LoadedData, ResourceData } from './resourceData.ts';

/** All resources that a program version binds. The version owns them. */
export interface RunResources extends BoundResources {
  readonly byName: Map<string, Resource>;
  uniformBuffers: readonly (GPUBuffer | null)[];
  /** The size of screen-sized textures. */
  screen: Size;
  /**
   * Recreates screen-sized textures, keeping the old content where the sizes overlap. True if there
   * are any: bind groups are then stale.
   */
  resize(screen: Size): boolean;
  destroy(): void;
}

type Kept = Pick<RunChange, 'kept' | 'keepsUniformBlocks'>;

export interface FilledProgram extends Pick<RunProgram, 'layout' | 'uniformBlocks'> {
  readonly resources: readonly FilledResource[];
}

/**
 * @param kept resources to leave out because `adoptResources` will move them here
 * @throws with the resource's name if the device cannot create it
 */
export function createResources(
  device: GPUDevice,
  { layout, uniformBlocks, resourceCommands }: RunDescriptor,
  data: LoadedData,
  screen: Size,
  { kept, keepsUniformBlocks }: Partial<Kept> = {},
): RunResources {
  const resources = resourceCommands.map(({ resourceName, parsedCommand }) => ({
    resourceName,
    contents: contentsOf(parsedCommand),
  }));
  const filled = { layout, uniformBlocks: keepsUniformBlocks ? [] : uniformBlocks, resources };
  return fillResources(device, filled, data, screen, kept);
}

/** Like {@link createResources}, for a program with known contents; `kept` has resource names. */
export function fillResources(
  device: GPUDevice,
  { layout, uniformBlocks, resources }: FilledProgram,
  data: LoadedData,
  screen: Size,
  kept: ReadonlySet<string> = new Set(),
): RunResources {
  const create = ({ resourceName, contents }: FilledResource, size: Size): Resource => {
    const binding = ownValue(layout, resourceName);
    if (!binding) throw new Error(`Resource ${resourceName} is not defined in the bindings`);
    return createResource({
      device,
      name: resourceName,
      contents,
      binding,
      data: data.get(resourceName),
      screen: size,
    });
  };
  const missing = resources.filter(({ resourceName }) => !kept.has(resourceName));
  const sizedToScreen = resources.filter(({ contents }) => contents.kind === 'screen');
  const byName = createAll(missing, (resource) => create(resource, screen));
  const made: RunResources = {
    byName,
    uniformBuffers: createUniformBuffers(device, uniformBlocks),
    screen,
    get: (name) => byName.get(name),
    resize(next) {
      if (sameSize(next, made.screen)) return false;
      made.screen = next;
      for (const resource of sizedToScreen) {
        recreate(device, byName, resource.resourceName, () => create(resource, next));
      }
      return sizedToScreen.length > 0;
    },
    destroy() {
      for (const buffer of made.uniformBuffers) buffer?.destroy();
      for (const resource of byName.values()) destroyResource(resource);
    },
  };
  return made;
}

/** Moves the kept resources from another version to this one, and destroys the rest. */
export function adoptResources(
  to: RunResources,
  before: RunResources,
  { kept, keepsUniformBlocks }: Kept,
): void {
  to.resize(before.screen);
  for (const name of kept) {
    const resource = before.get(name);
    if (!resource) continue;
    to.byName.set(name, resource);
    before.byName.delete(name);
  }
  if (keepsUniformBlocks) {
    to.uniformBuffers = before.uniformBuffers;
    before.uniformBuffers = [];
  }
  before.destroy();
}

/** Destroys all of them if one cannot be created. */
function createAll(
  resources: readonly FilledResource[],
  create: (resource: FilledResource) => Resource,
): Map<string, Resource> {
  const made = new Map<string, Resource>();
  try {
    for (const resource of resources) made.set(resource.resourceName, create(resource));
  } catch (thrown) {
    for (const each of made.values()) destroyResource(each);
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

function createUniformBuffers(
  device: GPUDevice,
  blocks: RunProgram['uniformBlocks'],
): readonly (GPUBuffer | null)[] {
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  return blocks.map(
    ({ name, slot, size }) => slot && device.createBuffer({ label: name, size, usage }),
  );
}

interface ResourceRequest {
  readonly device: GPUDevice;
  readonly name: string;
  readonly contents: FilledResource['contents'];
  readonly binding: ResourceBinding;
  readonly data: ResourceData | undefined;
  readonly screen: Size;
}

/** @throws with the resource's name if the device cannot create it */
function createResource(request: ResourceRequest): Resource {
  const { device, name, contents, binding, data, screen } = request;
  switch (contents.kind) {
    case 'zeros':
      return contents.of === 'elements'
        ? createBuffer(device, name, contents.count * contents.elementSize)
        : createEmptyTexture(request, texelSides(contents));
    case 'screen':
      return createEmptyTexture(request, screenSize(screen, contents));
    case 'bytes':
      if (data?.kind === 'bytes') {
        const usage =
          binding.kind === 'vertices' ? GPUBufferUsage.VERTEX | GPUBufferUsage.INDEX : 0;
        return createBuffer(device, name, new Uint8Array(data.bytes), usage);
      }
      break;
    case 'image':
      if (data?.kind === 'images') {
        return createImageTexture(request, contents.format, data.images);
      }
      break;
    case 'sampler': {
      const sampler = device.createSampler({ label: name, ...DEFAULT_SAMPLER });
      return { kind: 'sampler', sampler };
    }
    default:
      return assertNever(contents);
  }
  throw new Error(`The data of ${name} (${contents.type}) was not loaded.`);
}

function createEmptyTexture(request: ResourceRequest, size: number[]): Resource {
  const { device, name, contents, binding } = request;
  if (!('viewDimension' in binding)) {
    throw new Error(`Failed to create texture ${name}: ${contents.type} needs a texture.`);
  }
  const { viewDimension, target } = binding;
  const isStored = binding.kind === 'storageTexture';
  const format = isStored ? binding.format : (target?.format ?? ZEROS_FORMAT);
  const isTarget = target !== undefined;
  return createTexture(device, { name, size, format, viewDimension, isStored, isTarget });
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

/** The specification's default sampler: linear filtering, repeating. */
const DEFAULT_SAMPLER = {
  magFilter: 'linear',
  minFilter: 'linear',
  addressModeU: 'repeat',
  addressModeV: 'repeat',
  addressModeW: 'repeat',
} as const;
