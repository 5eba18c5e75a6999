import type { Attribute, ReflectedType } from '#core/plan/reflection/reflection.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import {
  type AttributeUse,
  countArgument,
  notApplicable,
  numberArgument,
  textArgument,
  wrongArgument,
} from './attributes.ts';
import type { BoundParameter } from './boundParameter.ts';
import {
  bufferElementSize,
  is2DTexture,
  is3DTexture,
  isArrayOf2DTextures,
  isBuffer,
  isFloat32,
  isStorageTexture,
  type TextureType,
} from './resourceKinds.ts';
import type { ParsedResourceCommand } from './runDescriptor.ts';
import { componentsOf, imageFormat } from './textureFormats.ts';

export type ResourceAttributeName = ParsedResourceCommand['type'];

/** No device binds more bytes. The run-time checks the limit of the user's device. */
const MAX_BUFFER_SIZE = 2 ** 32;
/** No device has larger textures. The run-time checks the limit of the user's device. */
const MAX_TEXTURE_SIZE = 2 ** 15;
const MAX_SCREEN_SCALE = 64;

const WRITTEN_2D = '2D textures that the shader writes (WTexture2D, RWTexture2D)';
const SAMPLED_2D = '2D textures of floats that the shader samples (Texture2D, Texture2DArray)';
const TEXTURES_WITH_DEPTH =
  '3D textures that the shader writes (WTexture3D, RWTexture3D) or samples (Texture3D), and arrays ' +
  'of 2D ones that it writes (WTexture2DArray, RWTexture2DArray)';

/**
 * Reads an attribute with the initial content of a resource.
 *
 * @param further attributes of the same name, for the layers after the first
 */
export function planResource(
  { type, format }: BoundParameter,
  attribute: ResourceAttributeName,
  use: AttributeUse,
  further: readonly Attribute[] = [],
): Result<ParsedResourceCommand> {
  switch (attribute) {
    case 'ZEROS':
    case 'DATA': {
      if (!isBuffer(type)) return notApplicable(use, 'structured buffers');
      const size = bufferElementSize(type);
      if (size === undefined) {
        return fail(`${attribute} attribute of ${use.owner}: its elements have no known size.`);
      }
      return attribute === 'ZEROS' ? planZeros(use, size) : planData(use, size);
    }
    case 'RAND':
      if (!isBuffer(type) || !isFloat32(type.resultType)) {
        return notApplicable(use, 'buffers of 32-bit float');
      }
      return planRand(use);
    case 'BLACK':
    case 'BLACK_SCREEN':
      if (!isStorageTexture(type) || !is2DTexture(type)) {
        return notApplicable(use, is2DTexture(type) ? WRITTEN_2D : '2D textures');
      }
      return attribute === 'BLACK' ? planBlack(use) : planBlackScreen(use);
    case 'BLACK_3D':
      return hasDepth(type) ? planBlack3D(use) : notApplicable(use, TEXTURES_WITH_DEPTH);
    case 'URL':
      if (!is2DTexture(type) && !isArrayOf2DTextures(type)) {
        return notApplicable(use, '2D textures and arrays of them');
      }
      if (!isSampledFloats(type)) return notApplicable(use, SAMPLED_2D);
      return planImages([use, ...further.map((each) => ({ ...use, attribute: each }))], format);
    case 'SAMPLER':
      if (type.kind !== 'samplerState') return notApplicable(use, 'samplers');
      return ok({ type: 'SAMPLER' });
    default:
      return assertNever(attribute);
  }
}

function planZeros(use: AttributeUse, elementBytes: number): Result<ParsedResourceCommand> {
  const max = Math.floor(MAX_BUFFER_SIZE / elementBytes);
  const count = countArgument(use, 0, 'count', { min: 1, max });
  return count.ok ? ok({ type: 'ZEROS', count: count.value, elementSize: elementBytes }) : count;
}

function planData(use: AttributeUse, elementBytes: number): Result<ParsedResourceCommand> {
  const url = textArgument(use, 0, 'address');
  return url.ok ? ok({ type: 'DATA', url: url.value, elementSize: elementBytes }) : url;
}

function planRand(use: AttributeUse): Result<ParsedResourceCommand> {
  const count = countArgument(use, 0, 'count', {
    min: 1,
    max: MAX_BUFFER_SIZE / Float32Array.BYTES_PER_ELEMENT,
  });
  return count.ok ? ok({ type: 'RAND', count: count.value }) : count;
}

const TEXELS = { min: 1, max: MAX_TEXTURE_SIZE };

function planBlack(use: AttributeUse): Result<ParsedResourceCommand> {
  const read = allOk([
    countArgument(use, 0, 'width', TEXELS),
    countArgument(use, 1, 'height', TEXELS),
  ]);
  if (!read.ok) return read;
  const [width = 1, height = 1] = read.value;
  return ok({ type: 'BLACK', width, height });
}

function planBlack3D(use: AttributeUse): Result<ParsedResourceCommand> {
  const read = allOk([
    countArgument(use, 0, 'width', TEXELS),
    countArgument(use, 1, 'height', TEXELS),
    countArgument(use, 2, 'depth', TEXELS),
  ]);
  if (!read.ok) return read;
  const [width = 1, height = 1, depth = 1] = read.value;
  return ok({ type: 'BLACK_3D', width, height, depth });
}

function planBlackScreen(use: AttributeUse): Result<ParsedResourceCommand> {
  const read = allOk([scaleArgument(use, 0, 'width scale'), scaleArgument(use, 1, 'height scale')]);
  if (!read.ok) return read;
  const [widthScale = 1, heightScale = 1] = read.value;
  return ok({ type: 'BLACK_SCREEN', widthScale, heightScale });
}

function scaleArgument(use: AttributeUse, index: number, meaning: string): Result<number> {
  const scale = numberArgument(use, index, meaning);
  if (!scale.ok || (scale.value > 0 && scale.value <= MAX_SCREEN_SCALE)) return scale;
  return wrongArgument(use, meaning, scale.value, `above 0 and at most ${MAX_SCREEN_SCALE}`);
}

/** Written ones, and sampled 3D ones of floats. */
function hasDepth(type: ReflectedType): boolean {
  if (isStorageTexture(type)) return is3DTexture(type) || isArrayOf2DTextures(type);
  return is3DTexture(type) && isSampledFloats(type);
}

function isSampledFloats(type: TextureType): boolean {
  return type.access === 'read' && componentsOf(type)?.scalarType === 'float32';
}

/** An address for each layer of the texture. */
function planImages(
  uses: readonly [AttributeUse, ...AttributeUse[]],
  format: string | undefined,
): Result<ParsedResourceCommand> {
  const urls = allOk(uses.map((use) => textArgument(use, 0, 'address')));
  if (!urls.ok) return urls;
  const image = imageFormat(format);
  if (!image.ok) return fail(`Could not get texture format for ${uses[0].owner}: ${image.error}`);
  return ok({ type: 'URL', urls: urls.value, format: image.value });
}
