import type { CompileTarget } from './compileTarget.ts';

/**
 * The profiles that can be chosen for a target. This build of the compiler takes none: its
 * `createSession` has the target as its only parameter.
 */
const PROFILES: Readonly<Partial<Record<CompileTarget, readonly string[]>>> = {};

export function profilesOf(target: CompileTarget): readonly string[] {
  return PROFILES[target] ?? [];
}
