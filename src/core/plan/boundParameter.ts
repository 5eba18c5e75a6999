import { PRINT_BUFFER_BYTES } from '#core/plan/printing/printBuffer.ts';
import type { Attribute, Parameter, ReflectedType } from '#core/plan/reflection/reflection.ts';
import { bufferElementSize, is2DTexture } from './resourceKinds.ts';
import {
  type BindingSlot,
  OUTPUT_TEXTURE,
  type ParsedResourceCommand,
  PRINT_BUFFER,
} from './runDescriptor.ts';

/**
 * The initial content of a resource without an attribute: the default sampler for samplers, and for
 * the two output resources what the playground's modules declare (specification, section 9). Textures
 * that are drawn to are as large as the picture. Undefined for all others, whose size is unknown.
 */
export function defaultResource(
  { name, type }: BoundParameter,
  isTarget = false,
): ParsedResourceCommand | undefined {
  if (type.kind === 'samplerState') return { type: 'SAMPLER' };
  if (isTarget || (name === OUTPUT_TEXTURE && is2DTexture(type) && type.access !== 'read')) {
    return { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 };
  }
  const size = name === PRINT_BUFFER ? bufferElementSize(type) : undefined;
  return size === undefined
    ? undefined
    : { type: 'ZEROS', count: Math.ceil(PRINT_BUFFER_BYTES / size), elementSize: size };
}

/** A parameter or member that takes one place, with its attributes. */
export interface BoundParameter {
  /** The path from its parameter, such as `scene.colors`; the full name if two paths are equal. */
  readonly name: string;
  /** The path including the name of its `cbuffer` or entry point. */
  readonly fullName: string;
  readonly type: ReflectedType;
  readonly format?: string;
  readonly attributes: readonly Attribute[];
  readonly place: Place;
}

export type Place =
  /** Plain data, `offset` bytes from the start of the named uniform block. */
  | { readonly kind: 'uniform'; readonly block: string; readonly offset: number }
  /** A resource, or the buffer of a `ConstantBuffer`. */
  | ({ readonly kind: 'slot' } & BindingSlot)
  /** Not bindable in WebGPU; the compiler's name for its kind, such as `pushConstantBuffer`. */
  | { readonly kind: 'unreachable'; readonly name: string };

/** A buffer of plain data that the playground writes and shaders read. */
export interface UniformBlockPlace {
  /** The declaration's name; `uniforms` for the loose uniforms. */
  readonly name: string;
  /** Null if no code declares it. */
  readonly slot: BindingSlot | null;
  /** In bytes. */
  readonly size: number;
  readonly contents: readonly Pick<Parameter, 'name' | 'type'>[];
}

export interface BoundProgram {
  readonly members: readonly BoundParameter[];
  readonly blocks: readonly UniformBlockPlace[];
}
