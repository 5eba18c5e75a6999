import type { CompileTarget } from '#core/output/compileTarget.ts';

const TEXT = `
SPIRV:                OpEntryPoint GLCompute %drawRing "main" %outputTexture %gl_GlobalInvocationID %globalParams
OpEntryPoint keyword, GLCompute atom, %drawRing labelName, "main" string, %outputTexture labelName, %gl_GlobalInvocationID labelName, %globalParams labelName
HLSL: RWTexture2D<float4 > outputTexture_0 : register(u0);
RWTexture2D typeName.standard, < angleBracket, float4 typeName.standard, > angleBracket, outputTexture_0 variableName, register keyword, u0 attributeValue
HLSL: void drawRing(uint2 pixel_2 : SV_DispatchThreadID)
void typeName.standard, drawRing variableName.function.definition, uint2 typeName.standard, pixel_2 variableName, SV_DispatchThreadID attributeValue
HLSL: #line 48 "user.slang"
#line processingInstruction, 48 number, "user.slang" string
GLSL: layout(std140) uniform block_GlobalParams_natural_0
layout keyword, std140 attributeName, uniform modifier, block_GlobalParams_natural_0 typeName.definition
GLSL:     uvec2 _S7 = gl_GlobalInvocationID.xy;
uvec2 typeName.standard, _S7 variableName, gl_GlobalInvocationID variableName.standard, xy propertyName
METAL: [[kernel]] void drawRing(uint3 pixel_2 [[thread_position_in_grid]], texture2d<float, access::write> outputTexture_1 [[texture(0)]], GlobalParams_0 constant* globalParams_1 [[buffer(0)]])
kernel attributeName, void typeName.standard, drawRing variableName.function.definition, uint3 typeName.standard, pixel_2 variableName, thread_position_in_grid attributeName, texture2d typeName.standard, < angleBracket, float typeName.standard, access namespace, write atom, > angleBracket, outputTexture_1 variableName, texture attributeName, 0 number, GlobalParams_0 typeName, constant modifier, globalParams_1 variableName, buffer attributeName, 0 number
WGSL: @binding(1) @group(0) var outputTexture_0 : texture_storage_2d<rgba8unorm, write>;
@binding attributeName, 1 number, @group attributeName, 0 number, var keyword, outputTexture_0 variableName, texture_storage_2d typeName.standard, < angleBracket, rgba8unorm atom, write atom, > angleBracket
WGSL: fn drawRing(@builtin(global_invocation_id) pixel_2 : vec3<u32>)
fn keyword, drawRing variableName.function.definition, @builtin attributeName, global_invocation_id attributeValue, pixel_2 variableName, vec3 typeName.standard, < angleBracket, u32 typeName.standard, > angleBracket
CUDA:     uint2  _S36 = uint2 {(blockIdx * blockDim + threadIdx).x, (blockIdx * blockDim + threadIdx).y};
uint2 typeName.standard, _S36 variableName, uint2 typeName.standard, blockIdx variableName.standard, blockDim variableName.standard, threadIdx variableName.standard, x propertyName, blockIdx variableName.standard, blockDim variableName.standard, threadIdx variableName.standard, y propertyName
CUDA: #ifdef SLANG_CUDA_ENABLE_HALF
#ifdef processingInstruction, SLANG_CUDA_ENABLE_HALF macroName`;

/** Lines of the demo "circle" and their tokens, except for brackets, punctuation and operators. */
export const HIGHLIGHTED_LINES = [...TEXT.matchAll(/^(\w+): (.*)\n(.*)$/gm)].map(
  ([, target, line = '', tokens = '']) =>
    [target as CompileTarget, line, tokens.split(', ')] as const,
);
