import { playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import { planCall } from '#core/plan/attributes/calls.ts';
import type { Attribute, EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { isBuffer } from '#core/plan/resourceKinds.ts';
import type { AttributeInText } from '#core/source/attributesInText.ts';
import type { Declaration } from '#core/source/declarations.ts';
import type { LintContext, LintedProgram } from './context.ts';
import { type Fix, fixOf, type Lint, removeAttribute } from './lint.ts';
import { nearest } from './suggestions.ts';

const PREFIX = 'playground_';

/** Call attributes that Run would refuse, such as one that names a resource that does not exist. */
export function wrongCall({ source, program, entryPointNamed }: LintContext): Lint[] {
  if (!program) return [];
  return program.entryPoints.flatMap((entryPoint) => {
    const planned = planCall(entryPoint, program.targets);
    const declaration = entryPointNamed(entryPoint.name);
    const calls = playgroundAttributes(entryPoint.attributes);
    const isOnceAlone = calls.length === 1 && calls[0]?.name === 'CALL_ONCE';
    if (planned.ok || !declaration || isOnceAlone) return [];
    return (
      unknownResource(entryPoint, declaration, program) ?? {
        ...(attributesOf(declaration).at(-1) ?? declaration).nameSpan,
        severity: 'warning' as const,
        code: 'playground/wrong-call' as const,
        message: planned.error,
        fixes: removals({ source, program }, entryPoint, declaration),
      }
    );
  });
}

function unknownResource(
  { name, attributes }: EntryPointReflection,
  declaration: Declaration,
  program: LintedProgram,
): Lint | undefined {
  const attribute = attributes.find(
    ({ name: called }) => called === `${PREFIX}CALL_SIZE_OF` || called === `${PREFIX}CALL_INDIRECT`,
  );
  const wanted = String(attribute?.arguments[0] ?? '');
  const written = attribute && writtenOf(attribute, { attributes }, declaration)?.arguments[0];
  if (!written || program.targets.has(wanted)) return undefined;
  const isIndirect = attribute.name.endsWith('INDIRECT');
  const all = [...program.targets].filter(([, { type }]) =>
    isIndirect ? isBuffer(type) : type.kind === 'resource',
  );
  const names = nearest(
    wanted,
    all.map(([found]) => found),
  );
  const kind = isIndirect ? 'buffer' : 'buffer or texture';
  const wayOut = names.length > 0 ? `Name ${names.join(' or ')}` : `Declare a ${kind} of that name`;
  return {
    ...written,
    severity: 'warning',
    code: 'playground/unknown-resource',
    message: `The call of ${name} names the ${kind} ${JSON.stringify(wanted)}, which does not exist. ${wayOut}.`,
    fixes: names.map((found) =>
      fixOf(`Change it to ${JSON.stringify(found)}`, [{ ...written, insert: `"${found}"` }]),
    ),
  };
}

/** Fixes that remove one attribute, if that helps. */
function removals(
  { source, program }: { source: LintContext['source']; program: LintedProgram },
  entryPoint: EntryPointReflection,
  declaration: Declaration,
): Fix[] {
  return entryPoint.attributes.flatMap((attribute, index) => {
    const attributes = entryPoint.attributes.filter((_, other) => other !== index);
    const written = writtenOf(attribute, entryPoint, declaration);
    if (!written || !planCall({ ...entryPoint, attributes }, program.targets).ok) return [];
    const text = source.text.slice(written.from, written.to);
    return fixOf(`Remove ${text}`, [removeAttribute(source, written)]);
  });
}

function attributesOf({ attributes }: Declaration): readonly AttributeInText[] {
  return attributes.filter(({ name }) => name.startsWith(PREFIX));
}

/** The attribute in the source: of several with its name, the one with its index or argument count. */
function writtenOf(
  attribute: Attribute,
  { attributes }: Pick<EntryPointReflection, 'attributes'>,
  declaration: Declaration,
): AttributeInText | undefined {
  const named = attributesOf(declaration).filter(({ name }) => name === attribute.name);
  const reflected = attributes.filter(({ name }) => name === attribute.name);
  if (named.length === reflected.length) return named[reflected.indexOf(attribute)];
  return named.find((each) => each.arguments.length === attribute.arguments.length) ?? named[0];
}
