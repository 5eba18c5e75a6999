import type { CompileTarget } from '#core/output/compileTarget.ts';

/** A line of a demo, and the start of a target code line that a reader would trace back to it. */
export type LinePair = readonly [
  demo: string,
  source: string,
  target: CompileTarget,
  output: string,
];

const PAIRS = String.raw`
// Headers, and the group size.
circle | float3 palette(float t) | HLSL | float3 palette_0(float t_0)
circle | [numthreads(16, 16, 1)] | HLSL | [shader("compute")][numthreads(16, 16, 1)]
circle | [numthreads(16, 16, 1)] | GLSL | layout(local_size_x = 16
circle | void drawRing(uint2 pixel : SV_DispatchThreadID) | METAL | [[kernel]] void drawRing(
circle | void drawRing(uint2 pixel : SV_DispatchThreadID) | WGSL | fn drawRing(
circle | float3 ring(float2 point) | SPIRV | %ring = OpFunction
// Globals, whose names the targets gather in structs.
painting | uniform float softness; | HLSL | float softness_0;
painting | uniform float softness; | METAL | float softness_0;
painting | RWTexture2D<uint> sheet; | WGSL | @binding(1) @group(0) var sheet_0
painting | RWStructuredBuffer<float4> brush; | GLSL | } brush_0;
painting | RWStructuredBuffer<float4> brush; | SPIRV | %brush = OpVariable
// Statements.
circle | let angle = atan2(point.y, point.x); | GLSL | float _S2 = (atan((point_0.y),(point_0.x)));
circle | let distance = abs(length(point) - radius); | METAL | float _S3 = abs(length(*point_0)
circle | return palette(hue) * light; | WGSL | return palette_0(
painting | float4 paint = unpack(sheet[pixel]); | HLSL | float4 _S10 = unpack_0(_S9);
painting | if (clear > 0.0) | GLSL | if((globalParams_0.clear_0) > 0.0)
painting | let place = mousePlace(); | CUDA | float2  _S37 = mousePlace_0();
painting | let place = mousePlace(); | SPIRV | %326 = OpFunctionCall %v2float %mousePlace
painting | sheet[pixel] = pack(paint); | WGSL | textureStore((sheet_0), (pixel_3)
// Assignments in branches; the directives give them the condition's place.
painting | before = brush[0].xy; | HLSL | before_0 = brush_0[int(0)].xy;
painting | before = brush[0].xy; | GLSL | before_0 = brush_0._data[uint(0)].xy;
painting | paint = float4(0.0); | METAL | paint_3 = float4(0.0) ;
// Temporaries that are moved before a statement.
circle | let warm = float3(1.0, 0.45, 0.25); | CUDA | float3  _S7 = make_float3 (1.0f, 0.44999998807907104f, 0.25f);
circle | let color = 1.0 - exp(-1.0 * (background + ring(point))); | METAL | float3 _S6 = ring_0(
painting | let distance = distanceToLine(float2(pixel) + 0.5, before, place); | METAL | float _S42 = distanceToLine_0(
// The first statement of an entry point; the directives give it the header's place.
circle | drawPixel(pixel, (int2 screen) => | HLSL | drawPixel_0(pixel_2,
// Lambdas: the struct of captured variables, its function, and the function that calls that.
circle | drawPixel(pixel, (int2 screen) => | HLSL | struct drawRing_slang_Lambda_drawRing_2_0
circle | drawPixel(pixel, (int2 screen) => | CUDA | __device__ float4  drawRing_slang_Lambda_drawRing_2_x28x29_0(
circle | drawPixel(pixel, (int2 screen) => | METAL | float4 drawRing_slang_Lambda_drawRing_2_x24_syn_x28x29_0(
// Calls after printing, whose inlined code leaves its place behind.
lambda | printf("  x                  %6.3f\n", integrate((float x) => x, 0.0, 3.0)); | HLSL | float _S48 = integrate_0(0.0f, 3.0f);
lambda | printf("  a tent             %6.3f\n", integrate(tent, 0.0, 3.0)); | GLSL | float _S50 = integrate_2(0.0, 3.0);
lambda | let width = (b - a) / SLICES; | CUDA | float _S8 = (b_0 - a_0) / 64.0f;
lambda | area += f(a + (i + 0.5) * width) * width; | METAL | float area_1 = area_0 + printLambdas_slang_Lambda_printLambdas_1_x24_syn_x28x29_0(
// Inlined functions keep the line of their call.
property | show("a rectangle", r); | HLSL | float2 _S10 = Rectangle_center_get_0(_S5);
`;

/** Checked manually against the demos and their outputs. */
export const LINE_PAIRS = PAIRS.split('\n')
  .filter((line) => line !== '' && !line.startsWith('//'))
  .map((line) => line.split(' | ') as unknown as LinePair);
