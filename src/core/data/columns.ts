/** Where plain values lie in an element of a buffer, and of what type they are. */
export interface ElementLayout {
  /** Bytes from one element to the next. */
  readonly stride: number;
  /** Leaves of the element's type in the order of their offsets: nested structs are flattened as `a.b`. */
  readonly columns: readonly Column[];
  /** What has no column, because there are too many: the ends of long arrays. */
  readonly omitted: readonly OmittedPart[];
}

export interface OmittedPart {
  /** Such as `weights[64…255]`. */
  readonly name: string;
  /** In bytes from the start of the element. */
  readonly offset: number;
  readonly bytes: number;
}

/** A number, or numbers of one type that stand together. */
export interface Column {
  /** Such as `velocity`, `light.color`, `weights[2]`; `value` for elements that are no structs. */
  readonly name: string;
  /** Slang's name of the type, such as `float3`, `float4x4`, `MyEnum`. */
  readonly typeName: string;
  /** In bytes from the start of the element. */
  readonly offset: number;
  readonly scalar: ScalarType;
  /** Numbers of it, by row for matrices; each with its offset from the column's. */
  readonly components: readonly number[];
  /** Rows and columns of a matrix, elements of a vector (rows is 1), or 1 × 1. */
  readonly shape: readonly [rows: number, columns: number];
  /** Names of an enum's cases by value; null if it is none. */
  readonly cases: Readonly<Record<string, string>> | null;
}

export type ScalarType =
  | 'float16'
  | 'float32'
  | 'float64'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  /** 32 bits: 0 is false. */
  | 'bool';

export type NumberFormat = 'decimal' | 'hexadecimal' | 'float';
