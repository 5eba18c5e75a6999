import { type CompileTarget, TARGETS } from '#core/output/compileTarget.ts';

/**
 * The target whose code helps to map that of another, which has no `#line` directives; null for those
 * that have them.
 */
export function relativeTarget(target: CompileTarget): CompileTarget | null {
  const facts = TARGETS[target];
  return 'alignedWith' in facts ? facts.alignedWith : null;
}

/** Whether the target's code has `#line` directives. */
export function hasLineDirectives(target: CompileTarget): boolean {
  return relativeTarget(target) === null;
}
