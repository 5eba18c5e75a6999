import type { CompiledProgram } from '#core/output/compileResult.ts';
import { ATTRIBUTE_PREFIX, playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import { uniformAttribute } from '#core/plan/attributes/uniforms.ts';
import {
  type ArrayType,
  type Binding,
  bytesOf,
  type EntryPointReflection,
  type Parameter,
  type ParameterGroupType,
  type ReflectedType,
  type StructType,
} from '#core/plan/reflection/reflection.ts';
import type { WgslBinding, WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { BoundParameter, BoundProgram, Place, UniformBlockPlace } from './boundParameter.ts';
import { type BindingSlot, isSameSlot } from './runDescriptor.ts';

const NO_PREFIX = { short: '', full: '' };

/**
 * Splits structs, parameter groups and texture-samplers such as `Sampler2D` into members with their
 * own places (`t` and `t.sampler`). Places that reflection lacks, those of loose uniforms and of
 * entry-point parameters, come from the compiled code.
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

/** Uses a part's short name if it is unique, else its full name. */
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

/** The name of the block of all uniforms that are declared outside of blocks. */
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
 * The uniform parameters of an entry point. Their places, which reflection lacks, come from the
 * code, where the names derive from the parameters'.
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

const UNUSED: Place = { kind: 'unreachable', name: 'unused' };

function slotInCode(path: string, used: readonly WgslBinding[]): BindingSlot | null {
  const start = `entryPointParams_${path.replaceAll('.', '_')}_`;
  const declared = used.find(
    ({ name }) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)),
  );
  return declared ? { group: declared.group, binding: declared.binding } : null;
}

/** The block of the parameters' plain data; null if they have none. */
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

type Part = MemberPart | BlockPart;

interface MemberPart {
  readonly kind: 'member';
  readonly member: Omit<BoundParameter, 'name'>;
  readonly shortName: string;
}

interface BlockPart {
  readonly kind: 'block';
  readonly block: UniformBlockPlace;
}

/** The place that members' places are relative to. */
interface Base {
  /** The uniform block with the plain data; null if there is none. */
  readonly block: string | null;
  readonly offset: number;
  readonly group: number;
  readonly slot: number;
  /** The first bind group of a nested `ParameterBlock`. */
  readonly space: number;
}

interface Prefix {
  readonly short: string;
  readonly full: string;
}

/** The base of global declarations, whose plain data is in this block. */
function rootOf(block: string): Base {
  return { block, offset: 0, group: 0, slot: 0, space: 0 };
}

/** Larger arrays get no controls: there would be too many to use. */
const MAX_ELEMENTS = 256;

/** Splits a parameter into its parts, with places relative to the base. */
function* partsOf(parameter: Parameter, base: Base, prefix: Prefix): Generator<Part> {
  const { type } = parameter;
  switch (type.kind) {
    case 'struct':
      yield* partsOfStruct(parameter, type, base, prefix);
      break;
    case 'array':
      if (isSpread(parameter, type)) yield* partsOfArray(parameter, type, base, prefix);
      else yield* wholeOf(parameter, base, prefix);
      break;
    case 'constantBuffer':
    case 'textureBuffer':
    case 'parameterBlock':
      yield* partsOfGroup(parameter, type, base, prefix);
      break;
    default:
      yield* wholeOf(parameter, base, prefix);
  }
}

/** The parameter itself. The sampler of a combined texture-sampler takes the next slot. */
function* wholeOf(parameter: Parameter, base: Base, prefix: Prefix): Generator<MemberPart> {
  const { name, type, attributes, format } = parameter;
  const shortName = prefix.short + name;
  const fullName = prefix.full + name;
  const place = placeOf(parameter.bindings[0], base);
  const member = { fullName, type, place, attributes, ...(format === undefined ? {} : { format }) };
  yield { kind: 'member', member, shortName };
  if (type.kind !== 'resource' || !type.combined || place.kind !== 'slot') return;
  yield {
    kind: 'member',
    member: {
      fullName: `${fullName}.sampler`,
      type: { kind: 'samplerState' },
      attributes: [],
      place: { ...place, binding: place.binding + 1 },
    },
    shortName: `${shortName}.sampler`,
  };
}

function* partsOfStruct(
  parameter: Parameter,
  { fields }: StructType,
  base: Base,
  prefix: Prefix,
): Generator<Part> {
  if (hasPlaygroundAttribute(parameter)) {
    yield* wholeOf(parameter, base, prefix);
    return;
  }
  const { name, bindings } = parameter;
  const within = rebase(bindings, base);
  const inner = { short: `${prefix.short}${name}.`, full: `${prefix.full}${name}.` };
  for (const field of fields) yield* partsOf(field, within, inner);
}

/** A parameter group's members, and its buffer if it has plain data. */
function* partsOfGroup(
  parameter: Parameter,
  { kind, elementType, size, containerSlot }: ParameterGroupType,
  base: Base,
  prefix: Prefix,
): Generator<Part> {
  const isBlock = kind === 'parameterBlock';
  // A ConstantBuffer without plain data has no buffer; its first resource takes that place.
  const hasPlace = !isBlock && size > 0;
  if (hasPlace || hasPlaygroundAttribute(parameter)) yield* wholeOf(parameter, base, prefix);

  const name = prefix.full + parameter.name;
  const outer = rebase(parameter.bindings, base);
  const from = isBlock ? { ...outer, group: outer.space, slot: 0 } : outer;
  const isReachable = parameter.bindings.some((binding) => binding.kind !== 'other');
  if (size > 0 && isReachable) {
    const slot = { group: from.group, binding: from.slot + containerSlot };
    const contents = [{ name, type: elementType }];
    yield { kind: 'block', block: { name, slot, size, contents } };
  }
  if (elementType.kind !== 'struct') return;
  // The members of a `cbuffer` use their own names.
  const short = elementType.name === '' ? prefix.short : `${prefix.short}${parameter.name}.`;
  const within = { ...from, block: isReachable ? name : null, offset: 0 };
  for (const field of elementType.fields)
    yield* partsOf(field, within, { short, full: `${name}.` });
}

function* partsOfArray(
  parameter: Parameter,
  { elementCount, elementType, stride }: ArrayType,
  base: Base,
  prefix: Prefix,
): Generator<Part> {
  if (elementCount > MAX_ELEMENTS) {
    const unbound = { ...parameter, type: elementType, bindings: [] };
    yield* partsOf(unbound, { ...base, block: null }, prefix);
    return;
  }
  const first = bytesOf(parameter)?.offset ?? 0;
  for (let index = 0; index < elementCount; index += 1) {
    const binding = { kind: 'uniform', offset: first + index * stride, size: stride } as const;
    const name = `${parameter.name}[${index}]`;
    const element = { ...parameter, name, type: elementType, bindings: [binding] };
    yield* partsOf(element, base, prefix);
  }
}

/** Whether attributes apply to each element of an array instead of the whole array. */
function isSpread({ attributes }: Parameter, { elementCount, elementType, stride }: ArrayType) {
  if (stride === 0 || elementCount === 0) return false;
  const own = playgroundAttributes(attributes);
  return own.length > 0
    ? own.every(({ name }) => uniformAttribute(name)?.isPerElement)
    : holdsPlaygroundAttributes(elementType);
}

function holdsPlaygroundAttributes(type: ReflectedType): boolean {
  if (type.kind === 'array') return holdsPlaygroundAttributes(type.elementType);
  if (type.kind !== 'struct') return false;
  return type.fields.some(
    (field) => hasPlaygroundAttribute(field) || holdsPlaygroundAttributes(field.type),
  );
}

function hasPlaygroundAttribute({ attributes }: Pick<Parameter, 'attributes'>): boolean {
  return attributes.some(({ name }) => name.startsWith(ATTRIBUTE_PREFIX));
}

function placeOf(binding: Binding | undefined, { block, offset, group, slot }: Base): Place {
  switch (binding?.kind) {
    case 'uniform':
      return block === null
        ? { kind: 'unreachable', name: 'uniform' }
        : { kind: 'uniform', block, offset: offset + binding.offset };
    case 'descriptorTableSlot':
      return { kind: 'slot', group: group + binding.space, binding: slot + binding.index };
    case 'subElementRegisterSpace':
      return { kind: 'unreachable', name: binding.kind };
    case 'other':
      return { kind: 'unreachable', name: binding.name };
    case undefined:
      return { kind: 'unreachable', name: 'none' };
    default:
      return assertNever(binding);
  }
}

/** The base of a parameter's members, which are relative to the parameter's place of each kind. */
function rebase(bindings: readonly Binding[], base: Base): Base {
  let { offset, group, slot, space } = base;
  for (const binding of bindings) {
    if (binding.kind === 'uniform') offset += binding.offset;
    if (binding.kind === 'subElementRegisterSpace') space += binding.index;
    if (binding.kind !== 'descriptorTableSlot') continue;
    slot += binding.index;
    group += binding.space;
  }
  return { block: base.block, offset, group, slot, space };
}
