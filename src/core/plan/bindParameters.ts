import type { CompiledProgram } from '#core/output/compileResult.ts';
import type { EntryPointReflection, Parameter } from '#core/plan/reflection/reflection.ts';
import type { WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { BoundParameter, BoundProgram } from './boundParameter.ts';
import { type MemberPart, partsOf, rootOf } from './parameterParts.ts';
import { entryPointParts, LOOSE_UNIFORMS, looseUniforms } from './placesInCode.ts';
import { isSameSlot } from './runDescriptor.ts';

const NO_PREFIX = { short: '', full: '' };

/**
 * Takes structs, parameter groups and texture-samplers such as `Sampler2D` apart, so that each
 * member is separate and has its place (`t` and `t.sampler`). If reflection lacks a place,
 * as for loose uniforms and parameters of entry points, the compiled code has it.
 *
 * @param entryPoints the called ones: only their parameters count
 * @param strides of buffers, if the compiled program has them
 */
export function bindParameters(
  parameters: readonly Parameter[],
  entryPoints: readonly EntryPointReflection[],
  wgsl: WgslUse,
  strides: CompiledProgram['strides'] = {},
): BoundProgram {
  const parts = parameters.flatMap((parameter) => [
    ...partsOf(parameter, rootOf(LOOSE_UNIFORMS), NO_PREFIX),
  ]);
  const loose = looseUniforms(parameters, parts, wgsl);
  const all = [
    ...(loose ? [loose] : []),
    ...parts,
    ...entryPoints.flatMap((entryPoint) => entryPointParts(entryPoint, wgsl)),
  ];
  return {
    members: withUniqueNames(all.filter((part) => part.kind === 'member')).map((member) =>
      withStride(member, wgsl, strides),
    ),
    blocks: all.flatMap((part) => (part.kind === 'block' ? [part.block] : [])),
  };
}

/** The short name if it is unique, else the full one. */
function withUniqueNames(parts: readonly MemberPart[]): BoundParameter[] {
  const counts = new Map<string, number>();
  for (const { shortName } of parts) counts.set(shortName, (counts.get(shortName) ?? 0) + 1);
  return parts.map(({ member, shortName }) => ({
    ...member,
    name: counts.get(shortName) === 1 ? shortName : member.fullName,
  }));
}

function withStride(
  member: BoundParameter,
  { bindings }: WgslUse,
  strides: Readonly<Record<string, number>>,
): BoundParameter {
  const { place, type } = member;
  if (place.kind !== 'slot' || type.kind !== 'resource') return member;
  const declared = bindings.find((each) => isSameSlot(each, place));
  return { ...member, type: { ...type, stride: ownValue(strides, declared?.name ?? '') } };
}
