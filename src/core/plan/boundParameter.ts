import type { Attribute, Parameter, ReflectedType } from '#core/plan/reflection/reflection.ts';
import type { BindingSlot } from './runDescriptor.ts';

/** A parameter or a member that takes one place. Attributes and bindings belong to it. */
export interface BoundParameter {
  /** The path from its parameter, such as `scene.colors`; the full name if two would be equal. */
  readonly name: string;
  /** The path including the name of its `cbuffer` or entry point. */
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
  /** Not bindable in WebGPU; the compiler's name for it, such as `pushConstantBuffer`. */
  | { readonly kind: 'unreachable'; readonly name: string };

/** A buffer of plain data that shaders read and the playground writes. */
export interface UniformBlockPlace {
  /** The name of its declaration; `uniforms` for the loose uniforms. */
  readonly name: string;
  /** Null if no code declares it. */
  readonly slot: BindingSlot | null;
  /** Bytes of plain data. */
  readonly size: number;
  /** Its members, for checks, each with its name for messages. */
  readonly contents: readonly Pick<Parameter, 'name' | 'type'>[];
}

export interface BoundProgram {
  readonly members: readonly BoundParameter[];
  readonly blocks: readonly UniformBlockPlace[];
}
