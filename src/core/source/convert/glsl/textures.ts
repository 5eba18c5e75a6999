import { shapeOf, type Type, typeOf } from './types.ts';

export const SIZE = `/// The size of an image in texels.
int2 sizeOfChannel(Texture2D<float4> image)
{
    uint width, height;
    image.GetDimensions(width, height);
    return int2(width, height);
}`;

const SAMPLE = `/// Filters linearly, and repeats the image.
[playground::SAMPLER]
SamplerState channelSampler;

/// The colour at \`place\`, which is (0, 0) at the bottom left of the image. In the playground, y points down in images.
float4 sampleChannel(Texture2D<float4> image, float2 place)
{
    return image.SampleLevel(channelSampler, float2(place.x, 1.0 - place.y), 0.0);
}`;

const LOAD = `/// One texel, which is (0, 0) at the bottom left of the image. In the playground, y points down in images.
float4 loadChannel(Texture2D<float4> image, int2 texel)
{
    return image.Load(int3(texel.x, sizeOfChannel(image).y - 1 - texel.y, 0));
}`;

type Write = (args: readonly string[], types: readonly (Type | null)[]) => string;

/** A function that reads an image. Images have one mip level here. */
function reading(helpers: readonly string[], write: Write): Builtin {
  return {
    result: () => typeOf('float4'),
    helpers: (types) => (isFlat(types) ? helpers : []),
    write: (args, types) => (isFlat(types) ? write(args, types) : 'float4(0.5, 0.5, 0.5, 1.0)'),
    lost: (types) =>
      isFlat(types) ? null : 'cube maps and volumes. Grey stands in for what they hold.',
  };
}

/** Whether the second argument is a position in an image, not in a cube map or a volume. */
function isFlat([, place]: readonly (Type | null)[]): boolean {
  return shapeOf(place ?? null)?.size !== 3;
}

const sampling = reading([SAMPLE], ([image, place]) => `sampleChannel(${image}, ${place})`);

/** @param index of the argument that offsets the position, in texels */
function moved(index: number): Builtin {
  return reading(
    [SAMPLE, SIZE],
    (args) =>
      `sampleChannel(${args[0]}, ${args[1]} + float2(${args[index]}) / float2(sizeOfChannel(${args[0]})))`,
  );
}

export const TEXTURES: readonly (readonly [string, Builtin])[] = [
  ['texture', sampling],
  ['texture2D', sampling],
  ['textureLod', sampling],
  ['texture2DLodEXT', sampling],
  ['textureGrad', sampling],
  ['textureCube', sampling],
  ['textureOffset', moved(2)],
  ['textureLodOffset', moved(3)],
  [
    'textureProj',
    { ...sampling, helpers: () => [SAMPLE], write: writeProjected, lost: () => null },
  ],
  ['texelFetch', reading([SIZE, LOAD], ([image, texel]) => `loadChannel(${image}, ${texel})`)],
  [
    'textureSize',
    {
      name: 'sizeOfChannel',
      result: () => typeOf('int2'),
      helpers: () => [SIZE],
      write: ([image]) => `sizeOfChannel(${image})`,
    },
  ],
];

function writeProjected(
  [image, place]: readonly string[],
  types: readonly (Type | null)[],
): string {
  const last = shapeOf(types[1] ?? null)?.size === 4 ? 'w' : 'z';
  return `sampleChannel(${image}, (${place}).xy / (${place}).${last})`;
}

/** How to write a GLSL function in Slang. */
export interface Builtin {
  /** Name in Slang, if different. */
  readonly name?: string;
  result(args: readonly (Type | null)[]): Type | null;
  /** Writes the whole call from its new arguments, where a new name is not enough. */
  write?(args: readonly string[], types: readonly (Type | null)[]): string | null;
  helpers?(types: readonly (Type | null)[]): readonly string[];
  /** A Shadertoy input that the call needs. */
  readonly input?: string;
  /** A sentence: what is lost, and what replaces it. Null if nothing is lost. */
  lost?(types: readonly (Type | null)[]): string | null;
}
