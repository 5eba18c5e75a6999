/** Splits a word list into the lookup table that the stream parser takes. */
function words(list: string): Record<string, true> {
  return Object.fromEntries(
    list
      .trim()
      .split(/\s+/)
      .map((word) => [word, true]),
  );
}

const VECTOR_SHAPES = [
  '',
  '2',
  '3',
  '4',
  '2x2',
  '2x3',
  '2x4',
  '3x2',
  '3x3',
  '3x4',
  '4x2',
  '4x3',
  '4x4',
];

/** Scalar, vector and matrix names: float, float2 … float4x4. */
function numericTypes(scalars: string): string {
  return scalars
    .split(' ')
    .flatMap((scalar) => VECTOR_SHAPES.map((shape) => scalar + shape))
    .join(' ');
}

export const SLANG_KEYWORDS = words(`
  associatedtype break case cbuffer class const continue defer default discard do dyn else enum
  export extension extern for fwd_diff bwd_diff func functype get groupshared if implementing import
  in include init inline inout interface internal is as let module namespace new no_diff none nonuniform
  out override param precise private property protected public ref return set shared some static
  struct switch tbuffer this This throw throws try catch typealias typedef typename uniform
  using var volatile where while row_major column_major nointerpolation noperspective linear sample
  centroid layout Optional __generic __init __subscript __exported __extern_cpp __include
  expand each countof sizeof alignof`);

export const SLANG_TYPES = words(`
  ${numericTypes('bool int uint float half double int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t float16_t float32_t float64_t')}
  void string vector matrix String
  Buffer RWBuffer StructuredBuffer RWStructuredBuffer AppendStructuredBuffer ConsumeStructuredBuffer
  ByteAddressBuffer RWByteAddressBuffer ConstantBuffer ParameterBlock TextureBuffer
  Texture1D Texture2D Texture3D TextureCube Texture1DArray Texture2DArray TextureCubeArray
  Texture2DMS Texture2DMSArray RWTexture1D RWTexture2D RWTexture3D RWTexture2DArray
  WTexture1D WTexture2D WTexture3D Sampler1D Sampler2D Sampler3D SamplerCube
  SamplerState SamplerComparisonState RaytracingAccelerationStructure RayDesc RayQuery
  Atomic DifferentialPair IDifferentiable IFunc IArithmetic IFloat IInteger Tuple Array Ptr`);

export const WGSL_KEYWORDS = words(`
  alias break case const const_assert continue continuing default diagnostic discard else enable
  fn for if let loop override requires return struct switch var while read write read_write
  storage uniform workgroup private function`);

export const WGSL_TYPES = words(`
  bool f16 f32 i32 u32 vec2 vec3 vec4 vec2f vec3f vec4f vec2i vec3i vec4i vec2u vec3u vec4u
  mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 array atomic ptr sampler
  sampler_comparison texture_1d texture_2d texture_2d_array texture_3d texture_cube
  texture_multisampled_2d texture_storage_1d texture_storage_2d texture_storage_2d_array
  texture_storage_3d texture_depth_2d`);

export const ATOMS = words('true false nullptr none');

/** What HLSL, GLSL, Metal and CUDA add to Slang's own keywords. */
export const OUTPUT_KEYWORDS = words(`
  buffer coherent constant constexpr device extern flat goto highp kernel lowp mediump readonly
  register restrict shared smooth std140 std430 template thread threadgroup union unsigned varying
  vertex fragment writeonly __constant__ __device__ __global__ __shared__ __forceinline__`);

/** What HLSL, GLSL, Metal and CUDA add to Slang's own types. */
export const OUTPUT_TYPES = words(`
  vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 dvec2 dvec3 dvec4
  mat2 mat3 mat4 mat2x3 mat2x4 mat3x2 mat3x4 mat4x2 mat4x3 packed_float3 sampler sampler2D
  sampler3D samplerCube texture1d texture2d texture3d texturecube image1D image2D image3D uimage2D
  iimage2D size_t char short long cudaSurfaceObject_t cudaTextureObject_t`);
