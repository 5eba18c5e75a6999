import type { BoundParameter } from '#core/plan/boundParameter.ts';
import { defaultResource } from '#core/plan/defaultResource.ts';
import { resourceBinding } from '#core/plan/resourceBinding.ts';
import { isSameSlot } from '#core/plan/runDescriptor.ts';
import { hasUnreadAttributes, type LintContext, type LintedProgram } from './context.ts';
import { addAttribute, addImports, fixOf, type Lint } from './lint.ts';
import { fittingAttributes } from './suggestions.ts';

/** Resources that an entry point uses and that no attribute fills. */
export function noInitialContent({ source, program, parameterNamed }: LintContext): Lint[] {
  if (!program?.isForPlayground) return [];
  return program.members.flatMap((member) => {
    const { name, attributes } = member;
    const declaration = parameterNamed(member.fullName);
    if (!declaration || !isUnfilled(member, program)) return [];
    if (hasUnreadAttributes(declaration, attributes)) return [];
    const fitting = fittingAttributes(member);
    const [first] = fitting;
    if (first === undefined) return [];
    return {
      ...declaration.nameSpan,
      severity: 'warning' as const,
      code: 'playground/no-initial-content' as const,
      message: `Nothing says what ${name} holds at first, nor its size, so it cannot be made. Add, for example, ${first}.`,
      fixes: fitting.map((attribute) =>
        fixOf(`Add ${attribute}`, [
          addImports(source, ['playground']),
          addAttribute(source, declaration, attribute),
        ]),
      ),
    };
  });
}

/** Another message covers resources that cannot be bound at all. */
function isUnfilled(member: BoundParameter, { wgsl, entryPoints }: LintedProgram): boolean {
  const { place, attributes } = member;
  if (place.kind !== 'slot') return false;
  if (attributes.some(({ name }) => name.startsWith('playground_'))) return false;
  if (defaultResource(member) || !resourceBinding(member, place).ok) return false;
  return entryPoints.some(({ name }) =>
    [...(wgsl.usedBy(name) ?? [])].some((used) => isSameSlot(used, place)),
  );
}
