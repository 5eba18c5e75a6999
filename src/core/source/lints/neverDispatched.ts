import { playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import { planCall } from '#core/plan/attributes/calls.ts';
import type { EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { isBuffer } from '#core/plan/resourceKinds.ts';
import { isSameSlot, OUTPUT_TEXTURE, PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import type { Declaration } from '#core/source/declarations.ts';
import { hasUnreadAttributes, type LintContext, type LintedProgram } from './context.ts';
import { addAttribute, addImports, type Fix, fixOf, type Lint } from './lint.ts';

/** Compute entry points that no attribute calls. */
export function neverDispatched({ source, program, entryPointNamed }: LintContext): Lint[] {
  if (!program?.isForPlayground) return [];
  return program.entryPoints.flatMap((entryPoint) => {
    const declaration = entryPointNamed(entryPoint.name);
    const attributes = playgroundAttributes(entryPoint.attributes);
    const isCalled = attributes.some(({ name }) => name !== 'CALL_ONCE');
    if (entryPoint.stage !== 'compute' || !declaration || isCalled) return [];
    if (hasUnreadAttributes(declaration, entryPoint.attributes)) return [];
    const calls = callsFor(entryPoint, program);
    const isOnce = attributes.length > 0;
    return {
      ...declaration.nameSpan,
      severity: 'warning' as const,
      code: 'playground/never-dispatched' as const,
      message: isOnce
        ? `${entryPoint.name} is to run once, but nothing says on how many threads. Add, for example, ${calls[0]}.`
        : `${entryPoint.name} never runs: no attribute calls it. Add, for example, ${calls[0]}.`,
      fixes: calls.map((call) => callFix({ source, program }, declaration, call)),
    };
  });
}

/** The call attributes that suit an entry point, the most likely first. */
export function callsFor(entryPoint: EntryPointReflection, program: LintedProgram): string[] {
  const [x, y, z] = entryPoint.threadGroupSize;
  const once = x * y * z === 1 && entryPoint.attributes.length === 0;
  const calls = [
    ...sizesUsed(entryPoint, program).map((name) => `[playground::CALL::SIZE_OF("${name}")]`),
    `[playground::CALL(${x}, ${y}, ${z})]`,
    ...(once ? ['[playground::CALL(1, 1, 1)] [playground::CALL::ONCE]'] : []),
  ];
  return calls.slice(0, 4);
}

/** The resources whose size may be the entry point's number of threads, the picture first. */
function sizesUsed(entryPoint: EntryPointReflection, program: LintedProgram): string[] {
  const used = [...(program.wgsl.usedBy(entryPoint.name) ?? [])];
  const written = program.members.filter(({ name, type, place }) => {
    if (place.kind !== 'slot' || name === PRINT_BUFFER) return false;
    if (!used.some((slot) => isSameSlot(slot, place))) return false;
    const isWritten = type.kind === 'resource' && type.access !== 'read';
    const attribute = { name: 'playground_CALL_SIZE_OF', arguments: [name] };
    return isWritten && planCall({ ...entryPoint, attributes: [attribute] }, program.targets).ok;
  });
  const rank = ({ name, type }: (typeof written)[number]) =>
    name === OUTPUT_TEXTURE ? 0 : isBuffer(type) ? 1 : 2;
  return written.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => name);
}

export function callFix(
  { source }: Pick<LintContext, 'source' | 'program'>,
  declaration: Declaration,
  call: string,
): Fix {
  return fixOf(`Add ${call}`, [
    addImports(source, ['playground']),
    addAttribute(source, declaration, call),
  ]);
}
