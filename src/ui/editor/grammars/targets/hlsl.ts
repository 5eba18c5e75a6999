import { defineCLike } from '#ui/editor/grammars/cLike.ts';
import { numberPattern } from '#ui/editor/grammars/spec.ts';
import { numericTypes, words } from '#ui/editor/grammars/words.ts';

export const language = defineCLike({
  name: 'hlsl',
  keywords: words(`
    asm break case cbuffer class compile continue default discard do else enum export extern fxgroup for if
    interface namespace operator packoffset pass register return sizeof struct switch tbuffer technique
    template this typedef typename using while`),
  modifiers: words(`
    centroid column_major const globallycoherent groupshared indices inline in inout linear lineadj line
    nointerpolation noperspective out payload point precise primitives reordercoherent row_major sample
    shared snorm static triangle triangleadj uniform unorm vertices volatile`),
  contextual: words(
    'point line triangle lineadj triangleadj vertices indices primitives payload sample linear shared',
  ),
  types: words(`
    ${numericTypes('bool int uint dword float half double int16_t int32_t int64_t uint16_t uint32_t uint64_t float16_t float32_t float64_t min10float min12int min16float min16int min16uint')}
    void string vector matrix unsigned signed int8_t4_packed uint8_t4_packed`),
  typePattern:
    /^(?:(?:RW|RasterizerOrdered|Feedback)?Texture(?:1D|2D|3D|Cube|2DMS)(?:Array)?|(?:RW|Append|Consume|RasterizerOrdered)?(?:StructuredBuffer|ByteAddressBuffer|Buffer)|(?:Constant|Texture)Buffer|SamplerState|SamplerComparisonState|sampler(?:1D|2D|3D|CUBE|_state)?|RaytracingAccelerationStructure|RayDesc|RayQuery|BuiltInTriangleIntersectionAttributes|(?:Input|Output)Patch|(?:Point|Line|Triangle)Stream|SubpassInput(?:MS)?)$/,
  functions: words(`
    abort abs acos all and any asdouble asfloat asfloat16 asin asint asint16 asuint asuint16 atan atan2 ceil
    clamp clip cos cosh countbits cross ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees determinant
    distance dot dst errorf exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow floor fma fmod
    frac frexp fwidth isfinite isinf isnan ldexp length lerp lit log log10 log2 mad max min modf mul
    normalize or pow printf radians rcp reflect refract reversebits round rsqrt saturate select sign sin
    sincos sinh smoothstep sqrt step tan tanh transpose trunc`),
  functionPattern:
    /^(?:Interlocked\w+|Wave(?:Active|Get|Is|Mask|Match|Multi|Prefix|Read)\w+|Quad(?:Read|All|Any)\w*|(?:All|Group|Device)MemoryBarrier\w*|TraceRay|CallShader|ReportHit|IgnoreHit|AcceptHitAndEndSearch|NonUniformResourceIndex|DispatchMesh|SetMeshOutputCounts|DispatchRays(?:Index|Dimensions)|PrimitiveIndex|Instance(?:ID|Index)|HitKind|(?:World|Object)Ray(?:Origin|Direction)|Ray(?:TMin|TCurrent|Flags))$/,
  variablePattern: /^[Ss][Vv]_\w+$/,
  constants: words('NULL'),
  definers: {
    struct: 'type',
    class: 'type',
    interface: 'type',
    enum: 'type',
    typename: 'type',
    cbuffer: 'type',
    tbuffer: 'type',
    namespace: 'namespace',
  },
  listing: { register: 'attributeValue', packoffset: 'attributeValue' },
  listOpeners: words('template'),
  attributes: 'brackets',
  number: numberPattern('[uU]?[lL]{0,2}[uU]?', '[hHfFlL]'),
  preprocessor: true,
  semantics: true,
});
