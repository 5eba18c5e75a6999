import { assertNever } from '#shared/assertNever.ts';
import { ATTRIBUTE_PREFIX } from './attributes.ts';
import type { Attribute, Binding, Parameter, ReflectedType } from './reflection.ts';

/** A parameter, or a member of one, that takes one place: what attributes and bindings are for. */
export interface BoundParameter {
  /** The path from the parameter, such as `scene.colors`. */
  readonly name: string;
  readonly type: ReflectedType;
  readonly format?: string;
  readonly attributes: readonly Attribute[];
  /** Counted from the start of the uniform block or bind group. */
  readonly binding: Binding;
}

/** The place of plain data in a buffer that is not the uniform block, or of nothing at all. */
const ELSEWHERE: Binding = { kind: 'other', name: 'none', index: 0 };

type Base = readonly Binding[];

/**
 * Takes structs apart, so that each of their members stands alone, and texture-samplers such as
 * `Sampler2D` into `t` and `t.sampler`. Of what other types hold, such as `ConstantBuffer<T>`, it
 * finds the resources, and the plain data that has attributes.
 */
export function boundParameters(parameters: readonly Parameter[]): BoundParameter[] {
  return parameters.flatMap((parameter) => members(parameter, [], ''));
}

function members(parameter: Parameter, base: Base, path: string): BoundParameter[] {
  const name = path + parameter.name;
  const bindings = parameter.bindings.map((binding) => rebase(binding, base));
  const { type } = parameter;
  if (type.kind === 'struct' && !hasPlaygroundAttribute(parameter)) {
    return type.fields.flatMap((field) => members(field, bindings, `${name}.`));
  }
  const whole: BoundParameter = { ...parameter, name, binding: bindings[0] ?? ELSEWHERE };
  if (type.kind === 'resource' && type.combined) return splitSampler(whole);
  const rest = held(type, bindings, name);
  return isEmptyGroup(parameter) ? rest : [whole, ...rest];
}

/** Without plain data a ConstantBuffer has no place of its own: its first resource takes it. */
function isEmptyGroup(parameter: Parameter): boolean {
  const { type } = parameter;
  const isUniform = type.kind === 'constantBuffer' || type.kind === 'textureBuffer';
  return isUniform && type.size === 0 && !hasPlaygroundAttribute(parameter);
}

/** In combined texture-samplers the sampler takes the slot behind the texture's. */
function splitSampler(whole: BoundParameter): BoundParameter[] {
  const { name, binding } = whole;
  if (binding.kind !== 'descriptorTableSlot') return [whole];
  const sampler: BoundParameter = {
    name: `${name}.sampler`,
    type: { kind: 'samplerState' },
    attributes: [],
    binding: { ...binding, index: binding.index + 1 },
  };
  return [whole, sampler];
}

/** What lies in a parameter beside its own place. */
function held(type: ReflectedType, bindings: Base, name: string): BoundParameter[] {
  switch (type.kind) {
    case 'constantBuffer':
    case 'textureBuffer':
      return fieldsOf(type.elementType, bindings, name).filter(
        (member) => member.binding.kind === 'descriptorTableSlot' || hasPlaygroundAttribute(member),
      );
    case 'parameterBlock':
    case 'array':
      return fieldsOf(type.elementType, [], name)
        .filter(hasPlaygroundAttribute)
        .map((member) => ({ ...member, binding: ELSEWHERE }));
    default:
      return [];
  }
}

/** The members of a struct; those that are plain data are not in the uniform block. */
function fieldsOf(type: ReflectedType, base: Base, name: string): BoundParameter[] {
  if (type.kind !== 'struct') return [];
  return type.fields
    .flatMap((field) => members(field, base, `${name}.`))
    .map((member) =>
      member.binding.kind === 'uniform' ? { ...member, binding: ELSEWHERE } : member,
    );
}

function hasPlaygroundAttribute({ attributes }: Pick<Parameter, 'attributes'>): boolean {
  return attributes.some(({ name }) => name.startsWith(ATTRIBUTE_PREFIX));
}

/** A member's place is counted from its struct's place of the same kind. */
function rebase(binding: Binding, base: Base): Binding {
  switch (binding.kind) {
    case 'uniform': {
      const start = base.find(({ kind }) => kind === 'uniform');
      return start?.kind === 'uniform'
        ? { ...binding, offset: binding.offset + start.offset }
        : binding;
    }
    case 'descriptorTableSlot': {
      const start = base.find(({ kind }) => kind === 'descriptorTableSlot');
      if (start?.kind !== 'descriptorTableSlot') return binding;
      return { ...binding, index: binding.index + start.index, space: binding.space + start.space };
    }
    case 'other':
      return binding;
    default:
      return assertNever(binding);
  }
}
