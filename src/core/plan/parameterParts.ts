import { ATTRIBUTE_PREFIX, playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import { uniformAttribute } from '#core/plan/attributes/uniforms.ts';
import {
  type ArrayType,
  type Binding,
  bytesOf,
  type Parameter,
  type ParameterGroupType,
  type ReflectedType,
  type StructType,
} from '#core/plan/reflection/reflection.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { BoundParameter, Place, UniformBlockPlace } from './boundParameter.ts';

/** The parts of a parameter. */
export type Part = MemberPart | BlockPart;

export interface MemberPart {
  readonly kind: 'member';
  readonly member: Omit<BoundParameter, 'name'>;
  readonly shortName: string;
}

export interface BlockPart {
  readonly kind: 'block';
  readonly block: UniformBlockPlace;
}

/** The origin of members' places. */
export interface Base {
  /** The uniform block with the plain data; null if there is none. */
  readonly block: string | null;
  readonly offset: number;
  readonly group: number;
  readonly slot: number;
  /** The first bind group of a nested `ParameterBlock`. */
  readonly space: number;
}

/** The prefixes of a member's short and full name. */
export interface Prefix {
  readonly short: string;
  readonly full: string;
}

/** The base of global declarations, with their plain data in this block. */
export function rootOf(block: string): Base {
  return { block, offset: 0, group: 0, slot: 0, space: 0 };
}

/** Larger arrays get no controls: nobody could use so many. */
const MAX_ELEMENTS = 256;

/** Splits a parameter into its parts; their places count from the base. */
export function* partsOf(parameter: Parameter, base: Base, prefix: Prefix): Generator<Part> {
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

/** The parameter itself. In a combined texture-sampler, the sampler takes the next slot. */
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

/** A parameter group with its buffer, if it has plain data, and its members. */
function* partsOfGroup(
  parameter: Parameter,
  { kind, elementType, size, containerSlot }: ParameterGroupType,
  base: Base,
  prefix: Prefix,
): Generator<Part> {
  const isBlock = kind === 'parameterBlock';
  // Without plain data a ConstantBuffer takes no place: its first resource takes it.
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

/** Whether attributes belong to the elements of an array, rather than to the whole. */
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

/** The base of a parameter's members: their places count from its place of the same kind. */
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
