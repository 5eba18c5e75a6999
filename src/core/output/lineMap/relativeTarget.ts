import { type CompileTarget, TARGETS } from '#core/output/compileTarget.ts';

/**
 * The target whose code helps map a target without `#line` directives; null for targets that have
 * them.
 */
export function relativeTarget(target: CompileTarget): CompileTarget | null {
  const facts = TARGETS[target];
  return 'alignedWith' in facts ? facts.alignedWith : null;
}

export function hasLineDirectives(target: CompileTarget): boolean {
  return relativeTarget(target) === null;
}
