interface TargetFacts {
  /** Whether the target compiles all entry points together, or only the chosen one. */
  readonly compiles: 'program' | 'entry point';
  /** The grammar's file name in `src/ui/editor/grammars/targets/`. */
  readonly language: string;
  readonly extension: string;
  /** The profiles besides the compiler's default. */
  readonly profiles: readonly string[];
  /**
   * For a target without `#line` directives, the target whose code helps find the origin of each
   * line. `mapLines.ts` has a function for each such target.
   */
  readonly alignedWith?: string;
  /**
   * A target that also lists compute entry points declared only by their group size, if this one
   * omits them. Both can compile them.
   */
  readonly entryPointsLike?: string;
}

// This build of the compiler has no profiles: `createSession` takes only the target.
const NO_PROFILES: readonly string[] = [];

/** All targets, in the order in which the page lists them. */
export const TARGETS = {
  SPIRV: {
    compiles: 'program',
    language: 'spirv',
    extension: 'spv',
    profiles: NO_PROFILES,
    alignedWith: 'GLSL',
  },
  HLSL: {
    compiles: 'entry point',
    language: 'hlsl',
    extension: 'hlsl',
    profiles: NO_PROFILES,
  },
  GLSL: {
    compiles: 'entry point',
    language: 'glsl',
    extension: 'glsl',
    profiles: NO_PROFILES,
  },
  METAL: {
    compiles: 'program',
    language: 'metal',
    extension: 'metal',
    profiles: NO_PROFILES,
  },
  WGSL: {
    compiles: 'program',
    language: 'wgsl',
    extension: 'wgsl',
    profiles: NO_PROFILES,
    alignedWith: 'HLSL',
  },
  CUDA: {
    compiles: 'entry point',
    language: 'cuda',
    extension: 'cu',
    profiles: NO_PROFILES,
    entryPointsLike: 'HLSL',
  },
} as const satisfies Readonly<Record<string, TargetFacts>>;

export type CompileTarget = keyof typeof TARGETS;

export const COMPILE_TARGETS = Object.keys(TARGETS) as readonly CompileTarget[];

export const DEFAULT_TARGET: CompileTarget = 'WGSL';

export function isCompileTarget(value: string): value is CompileTarget {
  return Object.hasOwn(TARGETS, value);
}

/** Whether all entry points are compiled together; other targets compile one named entry point. */
export function compilesWholeProgram(target: CompileTarget): boolean {
  return TARGETS[target].compiles === 'program';
}
