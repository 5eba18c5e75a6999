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

interface ElementField {
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

/** What WGSL has in buffers, with the end of the names of the methods of `DataView`. */
export const SCALARS = {
  float16: { bytes: 2, method: 'Uint16' },
  float32: { bytes: 4, method: 'Float32' },
  int32: { bytes: 4, method: 'Int32' },
  uint32: { bytes: 4, method: 'Uint32' },
} as const;

export function isScalar(name: string): name is Scalar {
  return Object.hasOwn(SCALARS, name);
}
