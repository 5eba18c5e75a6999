/** The layout of the plain values in an element of a buffer. */
export interface ElementLayout {
  /** Bytes from one element to the next. */
  readonly stride: number;
  /** Leaves of the element's type, by offset. Nested structs are flattened as `a.b`. */
  readonly columns: readonly Column[];
  /** Parts without a column because there are too many, such as the ends of long arrays. */
  readonly omitted: readonly OmittedPart[];
}

export interface OmittedPart {
  /** Such as `weights[64…255]`. */
  readonly name: string;
  /** In bytes from the start of the element. */
  readonly offset: number;
  readonly bytes: number;
}

/** A scalar, vector or matrix. */
export interface Column {
  /** Such as `velocity`, `light.color`, `weights[2]`; `value` for elements that are not structs. */
  readonly name: string;
  /** Slang's name of the type, such as `float3`, `float4x4`, `MyEnum`. */
  readonly typeName: string;
  /** In bytes from the start of the element. */
  readonly offset: number;
  readonly scalar: ScalarType;
  /** Offset of each number from the column's offset, row by row for matrices. */
  readonly components: readonly number[];
  /** Rows and columns of a matrix; 1 × n for a vector, 1 × 1 for a scalar. */
  readonly shape: readonly [rows: number, columns: number];
  /** Names of an enum's cases, by value; null for other types. */
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

const AXES = 'xyzw';

/** One number of each element. A component of a vector or matrix is a column of its own. */
interface NumberColumn extends Column {
  readonly shape: readonly [rows: 1, columns: 1];
}

/** Splits a column into its numbers, such as `position.x` and `transform[0][1]`. */
export function componentsOf(column: Column): NumberColumn[] {
  if (column.components.length === 1) return [{ ...column, shape: [1, 1] }];
  return column.components.map((offset, index) => ({
    ...column,
    name: column.name + suffixOf(column, index),
    typeName: column.typeName.replace(/[1-4](?:x[1-4])?$/, ''),
    offset: column.offset + offset,
    components: [0],
    shape: [1, 1],
  }));
}

export function numberColumns({ columns }: ElementLayout): NumberColumn[] {
  return columns.flatMap(componentsOf);
}

function suffixOf({ shape: [rows, columns] }: Column, index: number): string {
  if (rows === 1) return `.${AXES[index] ?? index}`;
  return `[${Math.floor(index / columns)}][${index % columns}]`;
}

/** The columns that a name refers to: all numbers of a column, or a single component. */
export function columnsNamed(layout: ElementLayout, name: string): NumberColumn[] {
  const whole = layout.columns.find((column) => column.name === name);
  if (whole) return componentsOf(whole);
  return numberColumns(layout).filter((column) => column.name === name);
}
