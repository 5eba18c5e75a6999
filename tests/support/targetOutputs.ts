import type { CompileTarget } from '#core/output/compileTarget.ts';

interface TargetOutput {
  /** The target's name in the README. */
  readonly name: string;
  /** A pattern that identifies a demo's code with this entry point. */
  readonly shape: (entryPoint: string) => RegExp;
  /** Words with their token kinds, listed independently of the grammar. */
  readonly keywords: string;
  readonly types: string;
}

const C_KEYWORDS =
  'break case const continue default do else for if return static struct switch while';

export const TARGET_OUTPUTS: Readonly<Record<CompileTarget, TargetOutput>> = {
  SPIRV: {
    name: 'SPIR-V',
    shape: (name) => new RegExp(`^; SPIR-V\\n.*OpEntryPoint GLCompute %${name} "main"`, 's'),
    keywords: '',
    types: '',
  },
  HLSL: {
    name: 'HLSL',
    shape: (name) =>
      new RegExp(`\\[shader\\("compute"\\)\\]\\[numthreads\\(16, 16, 1\\)\\]\\nvoid ${name}\\(`),
    keywords: `${C_KEYWORDS} cbuffer groupshared in inout out register`,
    types: `bool bool2 bool3 float float2 float3 float4 float4x4 int int2 int3 int4 uint uint2 uint3 uint4
      void RWStructuredBuffer RWTexture2D RWTexture3D SamplerState Texture2D`,
  },
  GLSL: {
    name: 'GLSL',
    shape: () =>
      /^#version 450\n.*layout\(local_size_x = 16, local_size_y = 16, local_size_z = 1\) in;\nvoid main\(\)/s,
    keywords: `${C_KEYWORDS} buffer in inout layout out shared uniform writeonly`,
    types: `bool bvec2 float iimage2D image2D image3D int ivec2 ivec3 ivec4 mat4x4 uimage2D uint uvec2 uvec3
      uvec4 vec2 vec3 vec4 void`,
  },
  METAL: {
    name: 'Metal',
    shape: (name) =>
      new RegExp(`^#include <metal_stdlib>.*\\[\\[kernel\\]\\] void ${name}\\(`, 's'),
    keywords: `${C_KEYWORDS} constant device namespace thread threadgroup using`,
    types: `bool float float2 float3 float4 int int2 int3 int4 matrix texture2d texture3d uint uint2 uint3
      uint4 void`,
  },
  WGSL: {
    name: 'WGSL',
    shape: (name) => new RegExp(`@compute\\n@workgroup_size\\(16, 16, 1\\)\\nfn ${name}\\(`),
    keywords: `break case const continue default else fn for if let loop return struct switch var while`,
    types: `atomic bool f32 i32 mat4x4 ptr sampler texture_2d texture_storage_2d texture_storage_3d u32 vec2
      vec3 vec4`,
  },
  CUDA: {
    name: 'CUDA',
    shape: (name) => new RegExp(`extern "C" __global__ void.* ${name}\\(`, 's'),
    keywords: `${C_KEYWORDS} __device__ __forceinline__ __global__ __inline__ __shared__ extern inline
      sizeof template typedef typename union volatile`,
    types: `bool bool2 bool3 bool4 char double float float2 float3 float4 int int2 int3 int4 int32_t size_t
      uint uint2 uint3 uint4 uint32_t uint64_t unsigned void`,
  },
};
