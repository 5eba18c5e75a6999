import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';

export interface ModuleInterface {
  readonly entryPoints: readonly ModuleEntryPoint[];
  /** Sorted by set and binding. */
  readonly bindings: readonly ModuleBinding[];
  /** Null if there are no push constants. */
  readonly pushConstants: StructLayout | null;
}

export interface ModuleEntryPoint {
  readonly name: string;
  /** Name for pipeline creation: `main` if the module has only one entry point. */
  readonly moduleName: string;
  readonly stage: 'compute' | 'vertex' | 'fragment' | 'other';
  readonly groupSize: ThreadGroupSize;
  /** Indexes of the bindings that the entry point uses. */
  readonly uses: readonly number[];
  /** What enters the stage, by location. A name may be a path, such as `vertex.uv`. */
  readonly inputs: readonly { readonly name: string; readonly location: number }[];
}

export const DESCRIPTOR_KINDS = [
  'uniformBuffer',
  'storageBuffer',
  'sampledImage',
  'storageImage',
  'combinedImageSampler',
  'sampler',
  'uniformTexelBuffer',
  'storageTexelBuffer',
  'accelerationStructure',
  'other',
] as const;

export type DescriptorKind = (typeof DESCRIPTOR_KINDS)[number];

export interface ModuleBinding {
  readonly name: string;
  readonly set: number;
  readonly binding: number;
  readonly kind: DescriptorKind;
  /** Array length of the descriptors: 0 for an unbounded array, 1 without an array. */
  readonly count: number;
  readonly access: 'read' | 'write' | 'readWrite';
  /** Content of a uniform buffer; element of a storage buffer, if it is a struct. */
  readonly struct: StructLayout | null;
  /** Bytes between elements of a storage buffer; 0 for other kinds. */
  readonly stride: number;
}

export interface StructLayout {
  readonly name: string;
  readonly members: readonly MemberLayout[];
  /** In bytes: the end of the last member, without padding. */
  readonly end: number;
}

export interface MemberLayout {
  readonly name: string;
  readonly offset: number;
  readonly type: DataType;
}

export type DataType =
  | { readonly kind: 'number'; readonly number: NumberKind; readonly bytes: number }
  /** Elements are `stride` bytes apart. A matrix is an array of vectors, which are arrays too. */
  | {
      readonly kind: 'array';
      readonly element: DataType;
      readonly count: number;
      readonly stride: number;
    }
  | { readonly kind: 'struct'; readonly struct: StructLayout };

export type NumberKind = 'float' | 'int' | 'uint';

/** Size of a value in bytes, without trailing padding. */
export function sizeOf(type: DataType): number {
  switch (type.kind) {
    case 'number':
      return type.bytes;
    case 'array':
      return type.count === 0 ? 0 : type.stride * (type.count - 1) + sizeOf(type.element);
    case 'struct':
      return type.struct.end;
    default:
      return assertNever(type);
  }
}
