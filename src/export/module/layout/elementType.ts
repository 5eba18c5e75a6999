/** Where the numbers of a buffer's element are, and how TypeScript has them. */
export type ElementType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'vector'; readonly scalar: Scalar; readonly count: number }
  | {
      readonly kind: 'matrix';
      readonly scalar: Scalar;
      readonly columns: number;
      /** Bytes from its start, by row. */
      readonly offsets: readonly number[];
    }
  | {
      readonly kind: 'array';
      readonly element: ElementType;
      readonly count: number;
      /** Bytes from one element to the next. */
      readonly stride: number;
    }
  | StructElement;

export interface StructElement {
  readonly kind: 'struct';
  /** In the Slang source. */
  readonly name: string;
  readonly fields: readonly ElementField[];
  readonly size: number;
}

export interface ElementField {
  readonly name: string;
  /** In Slang, such as `float3`. */
  readonly typeName: string;
  /** Bytes from the start of the struct. */
  readonly offset: number;
  /** Bytes. */
  readonly size: number;
  readonly type: ElementType;
}

/** The element of a structured buffer. */
export interface BufferElement {
  /** Of the buffer. */
  readonly name: string;
  /** In Slang. */
  readonly typeName: string;
  readonly type: ElementType;
  /** Bytes from one element to the next. */
  readonly stride: number;
}

export type Scalar = keyof typeof SCALARS;

/** The methods of `DataView` that read and write a scalar, by the end of their names, and its bytes. */
export const SCALARS = {
  float16: { bytes: 2, method: 'Uint16', typescript: 'number' },
  float32: { bytes: 4, method: 'Float32', typescript: 'number' },
  float64: { bytes: 8, method: 'Float64', typescript: 'number' },
  int8: { bytes: 1, method: 'Int8', typescript: 'number' },
  int16: { bytes: 2, method: 'Int16', typescript: 'number' },
  int32: { bytes: 4, method: 'Int32', typescript: 'number' },
  int64: { bytes: 8, method: 'BigInt64', typescript: 'bigint' },
  uint8: { bytes: 1, method: 'Uint8', typescript: 'number' },
  uint16: { bytes: 2, method: 'Uint16', typescript: 'number' },
  uint32: { bytes: 4, method: 'Uint32', typescript: 'number' },
  uint64: { bytes: 8, method: 'BigUint64', typescript: 'bigint' },
  bool: { bytes: 4, method: 'Uint32', typescript: 'boolean' },
} as const satisfies Readonly<
  Record<string, { bytes: number; method: string; typescript: string }>
>;

export function isScalar(name: string): name is Scalar {
  return Object.hasOwn(SCALARS, name);
}
