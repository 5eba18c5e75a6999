import { ownValue } from '#core/util/ownValue.ts';

/** A type by its name in Slang, such as `float3`; arrays have the type of their elements and a depth. */
export interface Type {
  readonly name: string;
  readonly dims: number;
}

/** The numbers of a constant scalar or vector. */
export type Value = readonly number[];

export function typeOf(name: string): Type {
  return { name, dims: 0 };
}

/** What channels are, and parameters that stand for one. */
export const IMAGE = typeOf('Texture2D<float4>');

const SHAPE = /^(float|int|uint|bool)([234])?(?:x([234]))?$/;

export interface Shape {
  readonly scalar: string;
  /** 1 for scalars. Of a matrix, its rows, which are the columns of GLSL. */
  readonly size: number;
  /** Of a matrix: the size of its rows; null for all else. */
  readonly columns: number | null;
}

/** Null for structs, arrays and what is unknown. */
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

/** How many numbers a value of the type has; null if that is not known. */
export function countOf(type: Type | null): number | null {
  const shape = shapeOf(type);
  return shape && shape.size * (shape.columns ?? 1);
}

const PREFIXES: Readonly<Record<string, string>> = { '': 'float', i: 'int', u: 'uint', b: 'bool' };

const SAME = new Set(['float', 'int', 'uint', 'bool', 'void']);

/** The type that GLSL’s name means; null if it names none of GLSL’s types. */
export function glslType(name: string): Type | null {
  if (SAME.has(name)) return typeOf(name);
  const vector = /^([iub]?)vec([234])$/.exec(name);
  if (vector) return typeOf(`${ownValue(PREFIXES, vector[1] ?? '')}${vector[2]}`);
  const matrix = /^mat([234])(?:x([234]))?$/.exec(name);
  // GLSL says how many columns there are, then rows. Here columns are kept as rows.
  if (matrix) return typeOf(`float${matrix[1]}x${matrix[2] ?? matrix[1]}`);
  if (/^[iu]?sampler(?:2D|3D|Cube)$/.test(name)) return IMAGE;
  return null;
}

/** Zero, as the initial value of a variable. */
export function zeroOf(type: Type): string {
  return type.dims === 0 ? (ownValue(ZEROS, type.name) ?? '{}') : '{}';
}

const ZEROS: Readonly<Record<string, string>> = {
  float: '0.0',
  int: '0',
  uint: '0',
  bool: 'false',
};

/** What indexing gives. */
export function elementOf(type: Type | null): Type | null {
  if (!type) return null;
  if (type.dims > 0) return { name: type.name, dims: type.dims - 1 };
  const shape = shapeOf(type);
  if (!shape) return null;
  return shape.columns === null ? typeOf(shape.scalar) : vectorOf(shape.scalar, shape.columns);
}

/** The type of two values of which one may be spread: a number and a vector make a vector. */
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
