interface TargetFacts {
  /** All entry points together, or only a chosen one. */
  readonly compiles: 'program' | 'entry point';
  /** The file of its grammar in `src/ui/editor/grammars/targets/`. */
  readonly language: string;
  /** The extension of a saved file. */
  readonly extension: string;
  /** The profiles besides the compiler's default. */
  readonly profiles: readonly string[];
  /**
   * For a target without `#line` directives, the one whose code helps to find what each line comes
   * from. `mapLines.ts` has a function for each such target.
   */
  readonly alignedWith?: string;
  /**
   * The target that also lists compute entry points with only a group size, if this one omits them.
   * Both compile them.
   */
  readonly entryPointsLike?: string;
}

// This build of the compiler has no profiles: `createSession` takes the target only.
const NO_PROFILES: readonly string[] = [];

/** Every target that source can be compiled to, in the order in which the page lists them. */
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

/** Whether all entry points are compiled together; the other targets compile one that is named. */
export function compilesWholeProgram(target: CompileTarget): boolean {
  return TARGETS[target].compiles === 'program';
}
