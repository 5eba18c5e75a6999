import type { Attribute, Parameter, ReflectedType } from '#program/reflection/reflection.ts';
import type { BindingSlot } from './runDescriptor.ts';

/** A parameter, or a member of one, that takes one place: what attributes and bindings are for. */
export interface BoundParameter {
  /** The path from its parameter, such as `scene.colors`; the full name where two would be alike. */
  readonly name: string;
  /** The path with the name of the `cbuffer` or entry point that it is declared in. */
  readonly fullName: string;
  readonly type: ReflectedType;
  readonly format?: string;
  readonly attributes: readonly Attribute[];
  readonly place: Place;
}

export type Place =
  /** Plain data, `offset` bytes from the start of the uniform block of this name. */
  | { readonly kind: 'uniform'; readonly block: string; readonly offset: number }
  /** A resource, or the buffer of a `ConstantBuffer`. */
  | ({ readonly kind: 'slot' } & BindingSlot)
  /** Nothing that WebGPU binds, by the compiler's name for it, such as `pushConstantBuffer`. */
  | { readonly kind: 'unreachable'; readonly name: string };

/** A buffer of plain data that shaders read and the playground writes. */
export interface UniformBlockPlace {
  /** Of what declares it; the loose uniforms are `uniforms`. */
  readonly name: string;
  /** Null if no code declares it. */
  readonly slot: BindingSlot | null;
  /** Bytes of plain data. */
  readonly size: number;
  /** What lies in it, for checks: each with the name that a message calls it by. */
  readonly contents: readonly Pick<Parameter, 'name' | 'type'>[];
}

export interface BoundProgram {
  readonly members: readonly BoundParameter[];
  readonly blocks: readonly UniformBlockPlace[];
}

export function isSameSlot(one: BindingSlot, other: BindingSlot): boolean {
  return one.group === other.group && one.binding === other.binding;
}
