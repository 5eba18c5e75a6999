import { defineCLike } from '#ui/editor/grammars/cLike.ts';
import { numberPattern } from '#ui/editor/grammars/spec.ts';
import { words } from '#ui/editor/grammars/words.ts';

export const language = defineCLike({
  name: 'glsl',
  keywords: words(`
    break case continue default discard do else for if layout precision return struct subroutine switch
    while demote ignoreIntersectionEXT terminateRayEXT`),
  modifiers: words(`
    attribute buffer centroid coherent const devicecoherent flat highp in inout invariant lowp mediump
    noperspective nonprivate nonuniformEXT out patch pervertexEXT precise queuefamilycoherent readonly
    restrict sample shadercallcoherent shared smooth subgroupcoherent taskPayloadSharedEXT uniform varying
    volatile workgroupcoherent writeonly rayPayloadEXT rayPayloadInEXT hitAttributeEXT callableDataEXT
    callableDataInEXT shaderRecordEXT perprimitiveEXT perprimitiveNV`),
  types: words('void bool int uint float double atomic_uint sampler samplerShadow'),
  typePattern:
    /^(?:[biud]?vec[234]|(?:i8|i16|i32|i64|u8|u16|u32|u64|f16|f32|f64)vec[234]|[df]?(?:16|32|64)?mat[234](?:x[234])?|u?int(?:8|16|32|64)_t|float(?:16|32|64)_t|[iu]?(?:64)?(?:sampler|texture|image|subpassInput)(?:(?:1D|2D|3D|Cube|2DRect|Buffer|2DMS|MS)(?:Array)?(?:Shadow)?)?|accelerationStructureEXT|rayQueryEXT|hitObject(?:NV|EXT)|coopmat|coopvecNV)$/,
  functions: words(`
    abs acos acosh all any asin asinh atan atanh barrier bitCount bitfieldExtract bitfieldInsert
    bitfieldReverse ceil clamp controlBarrier cos cosh cross dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse
    dFdyFine debugPrintfEXT degrees determinant distance dot equal exp exp2 faceforward findLSB findMSB
    floatBitsToInt floatBitsToUint floor fma fract frexp fwidth greaterThan greaterThanEqual
    intBitsToFloat interpolateAtCentroid interpolateAtOffset interpolateAtSample inverse inversesqrt isinf
    isnan ldexp length lessThan lessThanEqual log log2 matrixCompMult max memoryBarrier min mix mod modf
    normalize not notEqual outerProduct packHalf2x16 pow radians reflect refract round roundEven sign sin
    sinh smoothstep sqrt step tan tanh transpose trunc uintBitsToFloat unpackHalf2x16 textureGather
    textureGrad textureLod textureOffset textureProj textureQueryLevels textureQueryLod textureSize texture
    texelFetch traceRayEXT umulExtended imulExtended usubBorrow uaddCarry`),
  functionPattern:
    /^(?:atomic\w+|image(?:Load|Store|Size|Samples|Atomic\w+)|subgroup\w+|memoryBarrier\w+|groupMemoryBarrier|texture\w+|texelFetch\w+|(?:un)?pack[A-Z]\w+|rayQuery\w+EXT|quad\w+|EmitVertex|EndPrimitive|Emit\w+EXT)$/,
  variablePattern: /^gl_\w+$/,
  definers: { struct: 'type', uniform: 'block', buffer: 'block', out: 'block', in: 'block' },
  listing: { layout: 'attributeName' },
  attributes: 'none',
  number: numberPattern('[uU]?(?:[lL]|[sS])?[lL]?', '(?:[hH]?[fF]|[lL][fF])'),
  preprocessor: true,
});
