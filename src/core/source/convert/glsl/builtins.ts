import type { Form } from '#core/source/convert/conversion.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { elementOf, shapeOf, type Type, typeOf, vectorOf, widest } from './types.ts';

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

const TEXTURES: readonly (readonly [string, Builtin])[] = [
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

const same: Builtin = { result: widest };
const renamed = (name: string): Builtin => ({ name, result: widest });
const float: Builtin = { result: () => typeOf('float') };
const compared = (operator: string): Builtin => ({
  result: ([type]) => ofScalar(type ?? null, 'bool'),
  write: ([left, right]) => `(${left} ${operator} ${right})`,
});
const asScalar = (name: string, scalar: string): Builtin => ({
  name,
  result: ([type]) => ofScalar(type ?? null, scalar),
});

function ofScalar(type: Type | null, scalar: string): Type | null {
  const shape = shapeOf(type);
  return shape && vectorOf(scalar, shape.size);
}

/** Stands in for derivatives in a kernel. */
const derivative: Builtin = {
  input: 'iResolution',
  result: widest,
  write: (_, [type]) => (type ? `${type.name}(1.0 / iResolution.y)` : '(1.0 / iResolution.y)'),
  lost: () =>
    'derivatives, which compute shaders do not have. One pixel’s share of the height stands in for them.',
};

const DERIVATIVES: ReadonlyMap<string, Builtin> = new Map([
  ['dFdx', renamed('ddx')],
  ['dFdy', renamed('ddy')],
  ['fwidth', same],
]);

/** Whether the words include one that only fragment shaders have. */
export function needsFragments(words: Iterable<string>): boolean {
  for (const word of words) if (word === 'discard' || DERIVATIVES.has(word)) return true;
  return false;
}

const SAME_NAMES =
  'radians degrees sin cos tan asin acos sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt abs floor trunc round ceil min max clamp smoothstep step normalize faceforward reflect refract cross modf';

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...SAME_NAMES.split(' ').map((name) => [name, same] as const),
  ...['length', 'distance', 'dot', 'determinant'].map((name) => [name, float] as const),
  ...['any', 'all'].map((name) => [name, { result: () => typeOf('bool') }] as const),
  ['fract', renamed('frac')],
  ['inversesqrt', renamed('rsqrt')],
  ['roundEven', renamed('round')],
  ['fma', renamed('mad')],
  ['isnan', asScalar('isnan', 'bool')],
  ['isinf', asScalar('isinf', 'bool')],
  ['sign', { result: widest, write: ([x], [type]) => (type ? `${type.name}(sign(${x}))` : null) }],
  ['not', { result: widest, write: ([x]) => `(!${x})` }],
  ['lessThan', compared('<')],
  ['lessThanEqual', compared('<=')],
  ['greaterThan', compared('>')],
  ['greaterThanEqual', compared('>=')],
  ['equal', compared('==')],
  ['notEqual', compared('!=')],
  ['mix', { result: ([a, b]) => widest([a ?? null, b ?? null]), write: writeMix }],
  [
    'atan',
    {
      result: widest,
      write: (args) => `${args.length > 1 ? 'atan2' : 'atan'}(${args.join(', ')})`,
    },
  ],
  ['mod', { result: widest, helpers: (types) => [modHelper(types)] }],
  ['matrixCompMult', { result: widest, write: ([a, b]) => `(${a} * ${b})` }],
  ['transpose', { result: transposed }],
  ['inverse', { result: widest, helpers: inverseHelpers }],
  ['outerProduct', { result: outerType, helpers: outerHelpers }],
  ['floatBitsToInt', asScalar('asint', 'int')],
  ['floatBitsToUint', asScalar('asuint', 'uint')],
  ['intBitsToFloat', asScalar('asfloat', 'float')],
  ['uintBitsToFloat', asScalar('asfloat', 'float')],
  ['bitCount', asScalar('countbits', 'int')],
  ['findLSB', asScalar('firstbitlow', 'int')],
  ['findMSB', asScalar('firstbithigh', 'int')],
  ['bitfieldReverse', renamed('reversebits')],
  ...[...DERIVATIVES.keys()].map((name) => [name, derivative] as const),
  ...TEXTURES,
]);

export function builtinNamed(name: string, form: Form): Builtin | undefined {
  return (form === 'fragment' ? DERIVATIVES.get(name) : undefined) ?? BUILTINS.get(name);
}

function writeMix([a, b, t]: readonly string[], types: readonly (Type | null)[]): string {
  const chooses = shapeOf(types[2] ?? null)?.scalar === 'bool';
  return chooses ? `select(${t}, ${b}, ${a})` : `lerp(${a}, ${b}, ${t})`;
}

function transposed([type]: readonly (Type | null)[]): Type | null {
  const shape = shapeOf(type ?? null);
  if (!shape?.columns) return null;
  return typeOf(`${shape.scalar}${shape.columns}x${shape.size}`);
}

function modHelper([x, y]: readonly (Type | null)[]): string {
  const left = x?.name ?? 'float';
  const right = y?.name ?? 'float';
  return `/// The remainder with the sign of \`y\`, as in GLSL.
${left} mod(${left} x, ${right} y)
{
    return x - y * floor(x / y);
}`;
}

function outerType([column, row]: readonly (Type | null)[]): Type | null {
  const rows = shapeOf(row ?? null)?.size;
  const columns = shapeOf(column ?? null)?.size;
  return rows && columns ? typeOf(`float${rows}x${columns}`) : null;
}

function outerHelpers(types: readonly (Type | null)[]): readonly string[] {
  const type = outerType(types);
  const size = shapeOf(type)?.size;
  if (!type || !size) return [];
  const [column, row] = types;
  const rows = ['x', 'y', 'z', 'w'].slice(0, size).map((each) => `column * row.${each}`);
  return [
    `/// The matrix of all products.
${type.name} outerProduct(${column?.name} column, ${row?.name} row)
{
    return ${type.name}(${rows.join(', ')});
}`,
  ];
}

function inverseHelpers([type]: readonly (Type | null)[]): readonly string[] {
  const name = type?.name ?? '';
  const body = ownValue(INVERSES, name);
  if (!body || !elementOf(type ?? null)) return [];
  return [
    `/// The matrix that undoes \`m\`.
${name} inverse(${name} m)
{
${body}
}`,
  ];
}

const INVERSES: Readonly<Record<string, string>> = {
  float2x2: `    return float2x2(m[1][1], -m[0][1], -m[1][0], m[0][0]) / determinant(m);`,
  float3x3: `    let a = cross(m[1], m[2]);
    let b = cross(m[2], m[0]);
    let c = cross(m[0], m[1]);
    return transpose(float3x3(a, b, c)) / dot(m[0], a);`,
  float4x4: `    // Gauss and Jordan: what makes the identity of \`m\` makes the inverse of the identity.
    float4x4 left = m;
    float4x4 right = float4x4(
        float4(1.0, 0.0, 0.0, 0.0),
        float4(0.0, 1.0, 0.0, 0.0),
        float4(0.0, 0.0, 1.0, 0.0),
        float4(0.0, 0.0, 0.0, 1.0));
    for (int at = 0; at < 4; ++at)
    {
        int best = at;
        for (int row = at + 1; row < 4; ++row)
            if (abs(left[row][at]) > abs(left[best][at]))
                best = row;
        let oldLeft = left[at];
        let oldRight = right[at];
        let scale = 1.0 / left[best][at];
        let newLeft = left[best] * scale;
        let newRight = right[best] * scale;
        left[best] = oldLeft;
        right[best] = oldRight;
        left[at] = newLeft;
        right[at] = newRight;
        for (int row = 0; row < 4; ++row)
        {
            if (row == at)
                continue;
            let part = left[row][at];
            left[row] -= part * newLeft;
            right[row] -= part * newRight;
        }
    }
    return right;`,
};
