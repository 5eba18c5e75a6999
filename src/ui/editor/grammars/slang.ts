import { defineCLike } from './cLike.ts';
import { type CLikeSpec, numberPattern } from './spec.ts';
import { numericTypes, words } from './words.ts';

const SLANG: CLikeSpec = {
  name: 'slang',
  keywords: words(`
    as associatedtype attribute_syntax break bwd_diff case catch cbuffer class continue countof default
    defer discard do each else enum expand export extension extern for func functype fwd_diff get if
    implementing import in include interface is let module namespace new no_diff operator property ref
    return set sizeof alignof spirv_asm static_assert struct subscript switch syntax tbuffer this This
    throw throws try type_param typealias typedef typename using var where while
    __apply __builtin_type __bwd_diff __countof __dispatch_kernel __exported __extension __fwd_diff
    __generic __import __include __init __intrinsic_asm __subscript __target_intrinsic __target_switch
    __stage_switch __extern_cpp __magic_type __requirement __func_alias __none some`),
  modifiers: words(`
    centroid column_major const constexpr dynamic_uniform dyn flat globallycoherent groupshared
    highp inline inout internal in layout linear lowp mediump mutating nointerpolation noperspective
    out override param precise private protected public readonly row_major sample shared snorm static
    uniform unorm varying volatile writeonly coherent restrict override abstract open nonuniform
    push_constant require rayPayloadEXT specialization_constant __constref __ref __global __prefix
    __postfix __unsafeForceInlineEarly __exported pervertex vertices indices primitives payload
    point line triangle lineadj triangleadj`),
  contextual: words(`
    point line triangle lineadj triangleadj vertices indices primitives payload sample linear shared pervertex
    param open some dyn require module property syntax attribute_syntax`),
  types: words(`
    ${numericTypes('bool int uint float half double int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t float16_t float32_t float64_t min16float min16int min16uint')}
    void string vector matrix intptr_t uintptr_t size_t usize_t ssize_t char int8_t4_packed
    uint8_t4_packed`),
  typePattern:
    /^(?:(?:RW|W|RasterizerOrdered|Feedback)?(?:Texture|Sampler)(?:1D|2D|3D|Cube|2DMS)(?:Array)?(?:Shadow)?|(?:RW|Append|Consume|RasterizerOrdered)?(?:StructuredBuffer|ByteAddressBuffer|Buffer)|(?:Constant|Texture)Buffer|ParameterBlock|SamplerState|SamplerComparisonState|SubpassInput(?:MS)?|RaytracingAccelerationStructure|RayDesc|RayQuery|HitObject|(?:Input|Output)Patch|(?:Point|Line|Triangle)Stream|Output(?:Vertices|Indices|Primitives)|Atomic|Array|Tuple|Optional|Conditional|Ptr|Ref|ConstRef|InOut|Out|String|NativeString|DescriptorHandle|Differential(?:Ptr)?Pair|CoopMat|CoopVec|TensorView|DiffTensorView|TorchTensor|I(?:Arithmetic|Array|Atomicable|BitAtomicable|Comparable|DefaultInitializable|Differentiable|DifferentiablePtrType|Float|Func|MutatingFunc|Integer|Logical|RWArray|RangedValue)|vec[234]|[biu]vec[234]|mat[234](?:x[234])?)$/,
  functions: words(`
    abs acos all any asdouble asfloat asin asint asuint atan atan2 ceil clamp clip concat cos cosh
    countbits cross ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees detach determinant diffPair
    distance dot dst exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow floor fma fmod frac
    frexp fwidth getStringHash isfinite isinf isnan ldexp length lerp lit log log10 log2 mad makeTuple max
    min modf mul normalize pow printf radians rcp reflect refract reversebits round rsqrt saturate select
    sign sin sincos sinh smoothstep sqrt step tan tanh transpose trunc bit_cast reinterpret none`),
  functionPattern:
    /^(?:Interlocked\w+|Wave(?:Active|Get|Is|Mask|Match|Multi|Prefix|Read)\w+|Quad(?:Read|All|Any)\w*|(?:All|Group|Device)MemoryBarrier\w*|TraceRay|CallShader|ReportHit|IgnoreHit|AcceptHitAndEndSearch|NonUniformResourceIndex|DispatchMesh|SetMeshOutputCounts)$/,
  variablePattern: /^[Ss][Vv]_\w+$/,
  constants: words('nullptr none null'),
  definers: {
    struct: 'type',
    class: 'type',
    interface: 'type',
    enum: 'type',
    associatedtype: 'type',
    typealias: 'type',
    typename: 'type',
    extension: 'type',
    cbuffer: 'type',
    tbuffer: 'type',
    func: 'function',
    property: 'variable',
    let: 'variable',
    var: 'variable',
    namespace: 'namespace',
    using: 'namespace',
    import: 'namespace',
    module: 'namespace',
    implementing: 'namespace',
    __include: 'namespace',
  },
  listing: { layout: 'attributeName', register: 'attributeValue', packoffset: 'attributeValue' },
  listOpeners: words('__generic'),
  attributes: 'brackets',
  number: numberPattern('[uU]?(?:[lL]{1,2}|[zZ])?[uU]?', '(?:[hH][fF]?|[fF]|[lL][fF]?)', '_'),
  preprocessor: true,
  rawStrings: true,
  inlineAssembly: true,
  semantics: true,
  typesAfterColon: true,
  capitalTypes: true,
};

/** The language of the user's source. Its block comments do not nest. */
export const slangLanguage = defineCLike(SLANG);

/** Whether the word always has a meaning in the language, and so cannot be a name. */
export function isReservedWord(word: string): boolean {
  const { keywords, modifiers, types, contextual } = SLANG;
  const isWord = keywords.has(word) || modifiers.has(word) || types.has(word);
  return /^(?:true|false)$/.test(word) || (isWord && contextual?.has(word) !== true);
}

/** Whether the language or its library uses the word, so a new declaration needs another name. */
export function isTakenWord(word: string): boolean {
  const { types, typePattern, functions, functionPattern } = SLANG;
  const isLibrary = types.has(word) || functions?.has(word) || functionPattern?.test(word);
  return isReservedWord(word) || isLibrary === true || typePattern?.test(word) === true;
}
