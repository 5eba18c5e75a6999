import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { AttributeContents, Contents } from '#core/plan/contents.ts';
import type { Attribute, ReflectedType } from '#core/plan/reflection/reflection.ts';
import {
  bufferElementSize,
  is2DTexture,
  is3DTexture,
  isArrayOf2DTextures,
  isBuffer,
  isFloat32,
  isStorageTexture,
  type TextureType,
} from '#core/plan/resourceKinds.ts';
import type {
  ParsedResourceCommand,
  ResourceCommand,
  RunDescriptor,
} from '#core/plan/runDescriptor.ts';
import { componentsOf, imageFormat } from '#core/plan/textureFormats.ts';
import type { Asset } from '#core/project/project.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import {
  type AttributeUse,
  countArgument,
  notApplicable,
  numberArgument,
  textArgument,
  wrongArgument,
} from './attributeUse.ts';

interface ResourceAttribute<Name extends string, Plan> {
  /** After `playground::`. The file of this name in lower case describes it and has an example. */
  readonly name: Name;
  /** The first argument is the address of an asset or of a file on the web. */
  readonly readsFile?: true;
  /** An array of textures takes one attribute per layer; `further` are those after the first. */
  readonly isPerLayer?: true;
  /** Checks the parameter and the arguments. Sizes are whole numbers of at least 1. */
  plan(parameter: BoundParameter, use: AttributeUse, further: readonly Attribute[]): Result<Plan>;
  /** The plan in the run-time's terms, which do not depend on attribute names. */
  contents(plan: Plan): Contents;
}

/** Adds the attribute's name to its plan as `type`, which makes it a resource command. */
function defineAttribute<const Name extends string, Plan extends object>(
  attribute: ResourceAttribute<Name, Plan>,
): ResourceAttribute<Name, { readonly type: Name } & Readonly<Plan>> {
  const { name } = attribute;
  return {
    ...attribute,
    plan(parameter, use, further) {
      const planned = attribute.plan(parameter, use, further);
      return planned.ok ? ok({ type: name, ...planned.value }) : planned;
    },
  };
}

/** No device binds a larger buffer. The run-time checks the actual device's limit. */
const MAX_BUFFER_SIZE = 2 ** 32;
/** No device has a larger texture. The run-time checks the actual device's limit. */
const MAX_TEXTURE_SIZE = 2 ** 15;
const MAX_SCREEN_SCALE = 64;
const TEXELS = { min: 1, max: MAX_TEXTURE_SIZE };

const WRITTEN_2D = '2D textures that the shader writes (WTexture2D, RWTexture2D)';
const SAMPLED_2D = '2D textures of floats that the shader samples (Texture2D, Texture2DArray)';
const TEXTURES_WITH_DEPTH =
  '3D textures that the shader writes (WTexture3D, RWTexture3D) or samples (Texture3D), and arrays ' +
  'of 2D ones that it writes (WTexture2DArray, RWTexture2DArray)';

/** The attributes that set the initial contents of resources, in the order of Help. */
export const RESOURCE_ATTRIBUTES = [
  defineAttribute({
    name: 'ZEROS',
    plan({ type }, use) {
      const elementSize = elementSizeOf(type, use);
      if (!elementSize.ok) return elementSize;
      const max = Math.floor(MAX_BUFFER_SIZE / elementSize.value);
      const count = countArgument(use, 0, 'count', { min: 1, max });
      return count.ok ? ok({ count: count.value, elementSize: elementSize.value }) : count;
    },
    contents: (plan) => ({ kind: 'zeros', of: 'elements', ...plan }),
  }),
  defineAttribute({
    name: 'RAND',
    plan({ type }, use) {
      if (!isBuffer(type) || !isFloat32(type.resultType)) {
        return notApplicable(use, 'buffers of 32-bit float');
      }
      const max = MAX_BUFFER_SIZE / Float32Array.BYTES_PER_ELEMENT;
      const count = countArgument(use, 0, 'count', { min: 1, max });
      return count.ok ? ok({ count: count.value }) : count;
    },
    contents: (plan) => ({ kind: 'bytes', from: 'random', ...plan }),
  }),
  defineAttribute({
    name: 'DATA',
    readsFile: true,
    plan({ type }, use) {
      const elementSize = elementSizeOf(type, use);
      if (!elementSize.ok) return elementSize;
      const url = textArgument(use, 0, 'address');
      return url.ok ? ok({ url: url.value, elementSize: elementSize.value }) : url;
    },
    contents: (plan) => ({ kind: 'bytes', from: 'file', ...plan }),
  }),
  defineAttribute({
    name: 'BLACK',
    plan({ type }, use) {
      const misfit = unlessWritten2D(type, use);
      if (misfit) return misfit;
      const read = sidesOf(use, ['width', 'height']);
      if (!read.ok) return read;
      const [width = 1, height = 1] = read.value;
      return ok({ width, height });
    },
    contents: (plan) => ({ kind: 'zeros', of: 'texels', ...plan }),
  }),
  defineAttribute({
    name: 'BLACK_3D',
    plan({ type }, use) {
      if (!hasDepth(type)) return notApplicable(use, TEXTURES_WITH_DEPTH);
      const read = sidesOf(use, ['width', 'height', 'depth']);
      if (!read.ok) return read;
      const [width = 1, height = 1, depth = 1] = read.value;
      return ok({ width, height, depth });
    },
    contents: (plan) => ({ kind: 'zeros', of: 'texels', ...plan }),
  }),
  defineAttribute({
    name: 'BLACK_SCREEN',
    plan({ type }, use) {
      const misfit = unlessWritten2D(type, use);
      if (misfit) return misfit;
      const read = allOk([
        scaleArgument(use, 0, 'width scale'),
        scaleArgument(use, 1, 'height scale'),
      ]);
      if (!read.ok) return read;
      const [widthScale = 1, heightScale = 1] = read.value;
      return ok({ widthScale, heightScale });
    },
    contents: (plan) => ({ kind: 'screen', ...plan }),
  }),
  defineAttribute({
    name: 'URL',
    readsFile: true,
    isPerLayer: true,
    plan({ type, format }, use, further) {
      if (!is2DTexture(type) && !isArrayOf2DTextures(type)) {
        return notApplicable(use, '2D textures and arrays of them');
      }
      if (!isSampledFloats(type)) return notApplicable(use, SAMPLED_2D);
      const uses = [use, ...further.map((attribute) => ({ ...use, attribute }))];
      const urls: Result<readonly string[]> = allOk(
        uses.map((each) => textArgument(each, 0, 'address')),
      );
      if (!urls.ok) return urls;
      const image = imageFormat(format);
      if (!image.ok) return fail(`Could not get texture format for ${use.owner}: ${image.error}`);
      return ok({ urls: urls.value, format: image.value });
    },
    contents: (plan) => ({ kind: 'image', ...plan }),
  }),
  defineAttribute({
    name: 'SAMPLER',
    plan: ({ type }, use) =>
      type.kind === 'samplerState' ? ok({}) : notApplicable(use, 'samplers'),
    contents: () => ({ kind: 'sampler' }),
  }),
];

/**
 * The same as {@link ParsedResourceCommand} without meshes; the two functions below make TypeScript
 * check that.
 */
type PlannedCommand = (typeof RESOURCE_ATTRIBUTES)[number] extends infer Each
  ? Each extends ResourceAttribute<string, infer Command>
    ? Command
    : never
  : never;

const ATTRIBUTES: ReadonlyMap<string, ResourceAttribute<string, PlannedCommand>> = new Map(
  RESOURCE_ATTRIBUTES.map((attribute) => [attribute.name, attribute]),
);

export function resourceAttribute(
  name: string,
): ResourceAttribute<string, PlannedCommand> | undefined {
  return ATTRIBUTES.get(name);
}

export function contentsOf(command: ParsedResourceCommand): AttributeContents {
  const { type } = command;
  if (type === 'MESH') return { kind: 'bytes', from: 'mesh', ...command };
  const attribute = ATTRIBUTES.get(type);
  if (!attribute) throw new Error(`There is no attribute ${type}.`);
  return { ...attribute.contents(command), type };
}

function elementSizeOf(type: ReflectedType, use: AttributeUse): Result<number> {
  if (!isBuffer(type)) return notApplicable(use, 'structured buffers');
  const size = bufferElementSize(type);
  return size === undefined
    ? fail(`${use.attribute.name} attribute of ${use.owner}: its elements have no known size.`)
    : ok(size);
}

function unlessWritten2D(type: ReflectedType, use: AttributeUse) {
  if ((use.isTarget || isStorageTexture(type)) && is2DTexture(type)) return undefined;
  return notApplicable(use, is2DTexture(type) ? WRITTEN_2D : '2D textures');
}

function sidesOf(use: AttributeUse, names: readonly string[]): Result<number[]> {
  return allOk(names.map((name, index) => countArgument(use, index, name, TEXELS)));
}

function scaleArgument(use: AttributeUse, index: number, meaning: string): Result<number> {
  const scale = numberArgument(use, index, meaning);
  if (!scale.ok || (scale.value > 0 && scale.value <= MAX_SCREEN_SCALE)) return scale;
  return wrongArgument(use, meaning, scale.value, `above 0 and at most ${MAX_SCREEN_SCALE}`);
}

/** True for storage textures with depth or layers and for sampled 3D textures of floats. */
function hasDepth(type: ReflectedType): boolean {
  if (isStorageTexture(type)) return is3DTexture(type) || isArrayOf2DTextures(type);
  return is3DTexture(type) && isSampledFloats(type);
}

function isSampledFloats(type: TextureType): boolean {
  return type.access === 'read' && componentsOf(type)?.scalarType === 'float32';
}

/** The asset that an attribute's address refers to; `./cat.png` is the same as `cat.png`. */
export function assetAt(address: string, assets: readonly Asset[]): Asset | undefined {
  const path = address.replace(/^(?:\.\/)+/, '');
  return assets.find((asset) => asset.path === path);
}

/** Finds the command addresses that refer to assets. All other addresses are fetched. */
export function usedAssets(
  commands: readonly ResourceCommand[],
  assets: readonly Asset[],
): RunDescriptor['assets'] {
  const addresses = commands.flatMap(({ parsedCommand }) => addressesOf(parsedCommand));
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const asset = assetAt(address, assets);
      return asset ? [[address, asset] as const] : [];
    }),
  );
}

/** Names of meshes that are not files have no dot. */
function meshFile({ mesh }: { readonly mesh: string }): readonly string[] {
  return mesh.includes('.') ? [mesh] : [];
}

/** The addresses that a command loads content from; for a texture, in layer order. */
export function addressesOf(command: ParsedResourceCommand): readonly string[] {
  const contents = contentsOf(command);
  if (contents.kind === 'image') return contents.urls;
  if (contents.kind !== 'bytes' || contents.from === 'random') return [];
  return contents.from === 'file' ? [contents.url] : meshFile(contents);
}
