/**
 * Producers of SPIR-V by their number in the Khronos registry, as far as `spirv-dis` 2023.1 names
 * them; younger ones, Slang (40) among them, are `Unknown(number)` there and here.
 */
const GENERATORS: readonly string[] = [
  'Khronos',
  'LunarG',
  'Valve',
  'Codeplay',
  'NVIDIA',
  'ARM',
  'Khronos LLVM/SPIR-V Translator',
  'Khronos SPIR-V Tools Assembler',
  'Khronos Glslang Reference Front End',
  'Qualcomm',
  'AMD',
  'Intel',
  'Imagination',
  'Google Shaderc over Glslang',
  'Google spiregg',
  'Google rspirv',
  'X-LEGEND Mesa-IR/SPIR-V Translator',
  'Khronos SPIR-V Tools Linker',
  'Wine VKD3D Shader Compiler',
  'Tellusim Clay Shader Compiler',
  'W3C WebGPU Group WHLSL Shader Translator',
  'Google Clspv',
  'Google MLIR SPIR-V Serializer',
  'Google Tint Compiler',
  'Google ANGLE Shader Compiler',
  'Netease Games Messiah Shader Compiler',
  'Xenia Xenia Emulator Microcode Translator',
  'Embark Studios Rust GPU Compiler Backend',
  'gfx-rs community Naga',
  'Mikkosoft Productions MSP Shader Compiler',
  'SpvGenTwo community SpvGenTwo SPIR-V IR Tools',
  'Google Skia SkSL',
  'TornadoVM SPIRV Beehive Toolkit',
  'DragonJoker ShaderWriter',
  'Rayan Hatout SPIRVSmith',
  'Saarland University Shady',
  'Taichi Graphics Taichi',
];

export function generatorName(number: number): string {
  return GENERATORS[number] ?? `Unknown(${number})`;
}
