import {
  ATTRIBUTE_PREFIX,
  playgroundAttributes,
  reflectedName,
} from '#core/plan/attributes/attributeUse.ts';
import { planCall } from '#core/plan/attributes/calls.ts';
import { planParameter } from '#core/plan/attributes/planParameter.ts';
import { ATTRIBUTES, type AttributeReference, sampleOf } from '#core/plan/attributes/reference.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { Attribute, EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { isBuffer } from '#core/plan/resourceKinds.ts';
import type { AttributeInText } from '#core/source/attributesInText.ts';
import type { Declaration } from '#core/source/declarations.ts';
import type { LintContext, LintedProgram } from './context.ts';
import { type Fix, fixOf, type Lint, removeAttribute } from './lint.ts';

const PREFIX = 'playground_';

/** Call attributes that Run would refuse, such as one that names a resource that does not exist. */
export function wrongCall({ source, program, entryPointNamed }: LintContext): Lint[] {
  if (!program) return [];
  const kernels = program.entryPoints.filter(({ stage }) => stage === 'compute');
  return kernels.flatMap((entryPoint) => {
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

/** Fixes that remove one attribute, where that makes the call valid. */
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

/** The attribute in the source. Of several with its name, the one with its index or arity. */
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

/** Maximum number of fixes for one fault. */
const MOST = 4;

/** The attributes that a parameter can have, as source text, the most likely first. */
export function fittingAttributes(parameter: BoundParameter): string[] {
  return ATTRIBUTES.filter((reference) => {
    const planned = planParameter({ ...parameter, attributes: [asReflected(reference)] });
    return planned.ok && reference.name !== NOT_SUGGESTED;
  })
    .map(sampleOf)
    .slice(0, MOST);
}

/** Excluded: the file is unknown, and ZEROS fits wherever DATA does. */
const NOT_SUGGESTED = 'DATA';

function asReflected({ name, arguments: taken }: AttributeReference): Attribute {
  return {
    name: ATTRIBUTE_PREFIX + reflectedName(name),
    arguments: taken.map(({ type, sample }) =>
      type === 'string' ? sample.slice(1, -1) : Number(sample),
    ),
  };
}

/** The existing names nearest to an unknown one: one, or two that are equally likely. */
export function nearest(name: string, candidates: readonly string[]): string[] {
  const rated = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(comparable(name), comparable(candidate)),
    }))
    .filter(({ candidate, distance }) => distance < Math.max(name.length, candidate.length))
    .toSorted((one, other) => one.distance - other.distance);
  const best = rated[0]?.distance ?? 0;
  return rated
    .filter(({ distance }) => distance <= best + 1)
    .slice(0, 2)
    .map(({ candidate }) => candidate);
}

/** Shortened, because a long name is not a typo. */
function comparable(name: string): string {
  return name.slice(0, 64).toLowerCase();
}

/** Levenshtein distance: the number of characters to add, remove or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let against = 0; against < other.length; against += 1) {
      next.push(
        Math.min(
          (next[against] ?? 0) + 1,
          (row[against + 1] ?? 0) + 1,
          (row[against] ?? 0) + (one[at] === other[against] ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
