import type { CompiledProgram } from '#core/output/compileResult.ts';
import {
  bytesOf,
  type EntryPointReflection,
  type Parameter,
} from '#core/plan/reflection/reflection.ts';
import type { WgslBinding, WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { BoundParameter, BoundProgram, Place } from './boundParameter.ts';
import { type BlockPart, type MemberPart, type Part, partsOf, rootOf } from './parameterParts.ts';
import { type BindingSlot, isSameSlot } from './runDescriptor.ts';

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

/** The block of all uniforms that are declared outside of blocks. */
const LOOSE_UNIFORMS = 'uniforms';

/** The compiler's name for that block in WGSL. */
const LOOSE_BLOCK = /^globalParams(?:_\d+)?$/;

/** The assumed place of the loose uniforms if the code cannot be read. */
const FIRST_SLOT: BindingSlot = { group: 0, binding: 0 };

/** The block of all plain data outside of parameter groups. */
function looseUniforms(
  parameters: readonly Parameter[],
  parts: readonly Part[],
  wgsl: WgslUse,
): BlockPart | null {
  const isTaken = (slot: BindingSlot) =>
    parts.some(
      (part) =>
        part.kind === 'member' &&
        part.member.place.kind === 'slot' &&
        isSameSlot(part.member.place, slot),
    );
  const declared = wgsl.bindings.find(
    (each) =>
      each.space === 'uniform' && each.group === 0 && LOOSE_BLOCK.test(each.name) && !isTaken(each),
  );
  const isUnreadable = wgsl.bindings.length === 0;
  const slot = declared ?? (isUnreadable ? FIRST_SLOT : undefined);
  return dataBlock(LOOSE_UNIFORMS, parameters, slot);
}

const ENTRY_POINT_BLOCK = /^entryPointParams_\d+$/;

/**
 * The uniform parameters of an entry point. Reflection lacks their places, which follow
 * all others; the code has them, under names derived from the parameters'.
 */
function entryPointParts(
  { name: entryPoint, uniformParameters }: EntryPointReflection,
  wgsl: WgslUse,
): Part[] {
  const used = [...(wgsl.usedBy(entryPoint) ?? [])];
  const prefix = { short: '', full: `${entryPoint}.` };
  const slotOf = (fullName: string) => slotInCode(fullName.slice(prefix.full.length), used);
  const base = rootOf(entryPoint);
  const parts = uniformParameters.flatMap((parameter) =>
    [...partsOf(parameter, base, prefix)].map((part): Part => {
      if (part.kind === 'block') {
        return { kind: 'block', block: { ...part.block, slot: slotOf(part.block.name) } };
      }
      const { member } = part;
      if (member.place.kind !== 'slot') return part;
      const slot = slotOf(member.fullName);
      const place: Place = slot ? { kind: 'slot', ...slot } : UNUSED;
      return { ...part, member: { ...member, place } };
    }),
  );
  const declared = used.find(({ name }) => ENTRY_POINT_BLOCK.test(name));
  const block = dataBlock(entryPoint, uniformParameters, declared);
  return block ? [...parts, block] : parts;
}

/** The place of an unused parameter of an entry point is unknown. */
const UNUSED: Place = { kind: 'unreachable', name: 'unused' };

function slotInCode(path: string, used: readonly WgslBinding[]): BindingSlot | null {
  const start = `entryPointParams_${path.replaceAll('.', '_')}_`;
  const declared = used.find(
    ({ name }) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)),
  );
  return declared ? { group: declared.group, binding: declared.binding } : null;
}

/** The block of all plain data among parameters; null if there is none. */
function dataBlock(
  name: string,
  parameters: readonly Parameter[],
  declared: BindingSlot | undefined,
): BlockPart | null {
  let size = 0;
  const contents: Parameter[] = [];
  for (const parameter of parameters) {
    const place = bytesOf(parameter);
    if (!place) continue;
    size = Math.max(size, place.offset + place.size);
    contents.push(parameter);
  }
  if (size === 0) return null;
  const slot = declared ? { group: declared.group, binding: declared.binding } : null;
  return { kind: 'block', block: { name, slot, size, contents } };
}
