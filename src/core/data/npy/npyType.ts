import type { ScalarType } from '#core/data/columns.ts';

/** A numeric dtype, as a `.npy` file names it. */
export type NumberCode =
  | '<f2'
  | '<f4'
  | '<f8'
  | '|i1'
  | '<i2'
  | '<i4'
  | '<i8'
  | '|u1'
  | '<u2'
  | '<u4'
  | '<u8'
  | '|b1';

export const CODE_SCALARS: Readonly<Record<NumberCode, Exclude<ScalarType, 'bool'>>> = {
  '<f2': 'float16',
  '<f4': 'float32',
  '<f8': 'float64',
  '|i1': 'int8',
  '<i2': 'int16',
  '<i4': 'int32',
  '<i8': 'int64',
  '|u1': 'uint8',
  '<u2': 'uint16',
  '<u4': 'uint32',
  '<u8': 'uint64',
  '|b1': 'uint8',
};

/** A bool has 4 bytes here; NumPy's has 1. */
export const SCALAR_CODES: Readonly<Record<ScalarType, NumberCode>> = {
  float16: '<f2',
  float32: '<f4',
  float64: '<f8',
  int8: '|i1',
  int16: '<i2',
  int32: '<i4',
  int64: '<i8',
  uint8: '|u1',
  uint16: '<u2',
  uint32: '<u4',
  uint64: '<u8',
  bool: '<u4',
};

/** A field of a structured dtype. Nested structs are flattened as `a.b`. */
export interface NpyField {
  readonly name: string;
  readonly code: NumberCode;
  /** Empty for a single number. */
  readonly shape: readonly number[];
  /** In bytes from the start of an element. */
  readonly offset: number;
}

export type NpyType =
  | { readonly kind: 'number'; readonly code: NumberCode }
  | { readonly kind: 'struct'; readonly fields: readonly NpyField[]; readonly itemSize: number };

export interface NpyArray {
  readonly dtype: NpyType;
  readonly shape: readonly number[];
  /** Whether the first index changes fastest. */
  readonly fortranOrder: boolean;
  readonly data: Uint8Array;
}

export function product(shape: readonly number[]): number {
  return shape.reduce((all, each) => all * each, 1);
}

/** A Python tuple: `(3,)` for one number. */
export function tupleText(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}
