/** Every target that source can be compiled to, in the order in which the page offers them. */
export const COMPILE_TARGETS = ['SPIRV', 'HLSL', 'GLSL', 'METAL', 'WGSL', 'CUDA'] as const;

export type CompileTarget = (typeof COMPILE_TARGETS)[number];

export const DEFAULT_TARGET: CompileTarget = 'WGSL';

const WHOLE_PROGRAM_TARGETS: ReadonlySet<CompileTarget> = new Set(['SPIRV', 'METAL', 'WGSL']);

export function isCompileTarget(value: string): value is CompileTarget {
  return (COMPILE_TARGETS as readonly string[]).includes(value);
}

/**
 * Whether all entry points of the source are compiled together. The other targets compile one
 * named entry point.
 */
export function compilesWholeProgram(target: CompileTarget): boolean {
  return WHOLE_PROGRAM_TARGETS.has(target);
}
