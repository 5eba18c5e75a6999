import { ownValue } from '#core/util/ownValue.ts';

/**
 * A type by its Slang name, such as `float3`. Arrays have the name of the element type, and `dims`
 * dimensions.
 */
export interface Type {
  readonly name: string;
  readonly dims: number;
}

/** The numbers of a constant scalar or vector. */
export type Value = readonly number[];

export function typeOf(name: string): Type {
  return { name, dims: 0 };
}

/** The type of channels, and of parameters that receive one. */
export const IMAGE = typeOf('Texture2D<float4>');

const SHAPE = /^(float|int|uint|bool)([234])?(?:x([234]))?$/;

export interface Shape {
  readonly scalar: string;
  /** 1 for scalars. For matrices, the number of rows, which are GLSL’s columns. */
  readonly size: number;
  /** Length of a matrix’s rows; null for other types. */
  readonly columns: number | null;
}

/** Null for structs, arrays and unknown types. */
export function shapeOf(type: Type | null): Shape | null {
  const found = type?.dims === 0 ? SHAPE.exec(type.name) : null;
  if (!found) return null;
  const [, scalar = '', size, columns] = found;
  return {
    scalar,
    size: Number(size ?? 1),
    columns: columns === undefined ? null : Number(columns),
  };
}

export function isMatrix(type: Type | null): boolean {
  return (shapeOf(type)?.columns ?? null) !== null;
}

export function isVector(type: Type | null): boolean {
  const shape = shapeOf(type);
  return shape !== null && shape.size > 1 && shape.columns === null;
}

export function vectorOf(scalar: string, size: number): Type {
  return typeOf(size === 1 ? scalar : `${scalar}${size}`);
}

/** How many numbers a value of the type has; null if unknown. */
export function countOf(type: Type | null): number | null {
  const shape = shapeOf(type);
  return shape && shape.size * (shape.columns ?? 1);
}

const PREFIXES: Readonly<Record<string, string>> = { '': 'float', i: 'int', u: 'uint', b: 'bool' };

const SAME = new Set(['float', 'int', 'uint', 'bool', 'void']);

/** The type for a GLSL type name; null for other names. */
export function glslType(name: string): Type | null {
  if (SAME.has(name)) return typeOf(name);
  const vector = /^([iub]?)vec([234])$/.exec(name);
  if (vector) return typeOf(`${ownValue(PREFIXES, vector[1] ?? '')}${vector[2]}`);
  const matrix = /^mat([234])(?:x([234]))?$/.exec(name);
  // GLSL names columns first, then rows. Here, columns are stored as rows.
  if (matrix) return typeOf(`float${matrix[1]}x${matrix[2] ?? matrix[1]}`);
  if (/^[iu]?sampler(?:2D|3D|Cube)$/.test(name)) return IMAGE;
  return null;
}

export function zeroOf(type: Type): string {
  return type.dims === 0 ? (ownValue(ZEROS, type.name) ?? '{}') : '{}';
}

const ZEROS: Readonly<Record<string, string>> = {
  float: '0.0',
  int: '0',
  uint: '0',
  bool: 'false',
};

export function elementOf(type: Type | null): Type | null {
  if (!type) return null;
  if (type.dims > 0) return { name: type.name, dims: type.dims - 1 };
  const shape = shapeOf(type);
  if (!shape) return null;
  return shape.columns === null ? typeOf(shape.scalar) : vectorOf(shape.scalar, shape.columns);
}

/**
 * The type of an operation on these types, which may mix numbers and vectors. Null if one is
 * unknown.
 */
export function widest(types: readonly (Type | null)[]): Type | null {
  let found: Type | null = null;
  for (const type of types) {
    if (!type) return null;
    if (!found || widthOf(type) > widthOf(found)) found = type;
  }
  return found;
}

function widthOf(type: Type): number {
  const isFloat = shapeOf(type)?.scalar === 'float' ? 0.5 : 0;
  return (countOf(type) ?? 0) + isFloat;
}

const SWIZZLE = /^(?:[xyzw]{1,4}|[rgba]{1,4}|[stpq]{1,4})$/;

export function isSwizzle(name: string): boolean {
  return SWIZZLE.test(name);
}
