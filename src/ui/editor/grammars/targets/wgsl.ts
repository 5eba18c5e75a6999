import { defineCLike } from '#ui/editor/grammars/cLike.ts';
import { words } from '#ui/editor/grammars/words.ts';

export const language = defineCLike({
  name: 'wgsl',
  keywords: words(`
    alias break case const_assert continue continuing default diagnostic discard else enable fn for if loop
    requires return struct switch while const let var override`),
  modifiers: new Set(),
  types: words('bool f16 f32 i32 u32 array atomic ptr sampler sampler_comparison binding_array'),
  typePattern:
    /^(?:vec[234][fhiu]?|mat[234]x[234][fh]?|texture_(?:1d|2d|2d_array|3d|cube|cube_array|multisampled_2d|depth_2d|depth_2d_array|depth_cube|depth_cube_array|depth_multisampled_2d|external|storage_(?:1d|2d|2d_array|3d)))$/,
  functions: words(`
    abs acos acosh all any arrayLength asin asinh atan atan2 atanh bitcast ceil clamp cos cosh
    countLeadingZeros countOneBits countTrailingZeros cross degrees determinant distance dot dot4I8Packed
    dot4U8Packed dpdx dpdxCoarse dpdxFine dpdy dpdyCoarse dpdyFine exp exp2 extractBits faceForward
    firstLeadingBit firstTrailingBit floor fma fract frexp fwidth fwidthCoarse fwidthFine insertBits
    inverseSqrt ldexp length log log2 max min mix modf normalize pow quantizeToF16 radians reflect refract
    reverseBits round saturate select sign sin sinh smoothstep sqrt step storageBarrier tan tanh
    textureBarrier transpose trunc workgroupBarrier workgroupUniformLoad`),
  functionPattern:
    /^(?:atomic[A-Z]\w+|texture(?:Dimensions|Gather|GatherCompare|Load|NumLayers|NumLevels|NumSamples|Sample\w*|Store)|(?:un)?pack\d\w+|subgroup\w+|quad\w+)$/,
  enumerants: words(`
    function private workgroup uniform storage read write read_write
    rgba8unorm rgba8snorm rgba8uint rgba8sint rgba16unorm rgba16snorm rgba16uint rgba16sint rgba16float
    rg8unorm rg8snorm rg8uint rg8sint rg16unorm rg16snorm rg16uint rg16sint rg16float r32uint r32sint
    r32float rg32uint rg32sint rg32float rgba32uint rgba32sint rgba32float bgra8unorm r8unorm r8snorm r8uint
    r8sint r16unorm r16snorm r16uint r16sint r16float rgb10a2unorm rgb10a2uint rg11b10ufloat`),
  definers: {
    struct: 'type',
    alias: 'type',
    fn: 'function',
    let: 'variable',
    const: 'variable',
    override: 'variable',
  },
  listing: {
    builtin: 'attributeValue',
    interpolate: 'attributeValue',
    diagnostic: 'attributeValue',
  },
  listOpeners: words('var'),
  attributes: 'at',
  // A hexadecimal number may have a fraction and an exponent, followed by a float suffix.
  number:
    /^(?:0[xX](?:[\da-fA-F]*\.[\da-fA-F]+|[\da-fA-F]+\.[\da-fA-F]*)(?:[pP][+-]?\d+[fh]?)?|0[xX][\da-fA-F]+(?:[pP][+-]?\d+[fh]?|[iu])?|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fh]?|\d+[eE][+-]?\d+[fh]?|\d+[iufh]?)/,
  preprocessor: false,
  nestedComments: true,
  typesAfterColon: true,
});
