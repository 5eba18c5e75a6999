import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';

/** What a host has to know of a SPIR-V module. */
export interface ModuleInterface {
  readonly entryPoints: readonly ModuleEntryPoint[];
  /** In the order of set and binding. */
  readonly bindings: readonly ModuleBinding[];
  /** The push constants; null if there are none. */
  readonly pushConstants: StructLayout | null;
}

export interface ModuleEntryPoint {
  /** In the source. */
  readonly name: string;
  /** What a pipeline is made with: `main` if the module has one entry point. */
  readonly moduleName: string;
  readonly stage: 'compute' | 'vertex' | 'fragment' | 'other';
  readonly groupSize: ThreadGroupSize;
  /** The indexes of the bindings that it uses. */
  readonly uses: readonly number[];
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
  /** Descriptors in an array; 0 if their number is open, 1 without an array. */
  readonly count: number;
  readonly access: 'read' | 'write' | 'readWrite';
  /** The content of a uniform buffer; the element of a storage buffer, if it is a struct. */
  readonly struct: StructLayout | null;
  /** Bytes from one element of a storage buffer to the next; 0 for other kinds. */
  readonly stride: number;
}

/** A struct as it lies in memory. */
export interface StructLayout {
  readonly name: string;
  readonly members: readonly MemberLayout[];
  /** After the last member, without padding. */
  readonly end: number;
}

export interface MemberLayout {
  readonly name: string;
  readonly offset: number;
  readonly type: DataType;
}

export type DataType =
  | { readonly kind: 'number'; readonly number: NumberKind; readonly bytes: number }
  /** So many numbers, `stride` bytes apart; vectors of a matrix are arrays too. */
  | {
      readonly kind: 'array';
      readonly element: DataType;
      readonly count: number;
      readonly stride: number;
    }
  | { readonly kind: 'struct'; readonly struct: StructLayout };

export type NumberKind = 'float' | 'int' | 'uint';

/** Bytes that a value takes, without the padding behind it. */
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
