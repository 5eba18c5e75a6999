import type { Vector } from './mesh.ts';

/** The three values that begin at index `at`. */
export function vectorAt(values: ArrayLike<number>, at: number): Vector {
  return [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0];
}

export function setVectorAt(values: Float32Array, at: number, vector: Vector): void {
  values[at] = vector[0];
  values[at + 1] = vector[1];
  values[at + 2] = vector[2];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a · scaleA + b · scaleB */
export function combine(a: Vector, scaleA: number, b: Vector, scaleB: number): Vector {
  return [
    a[0] * scaleA + b[0] * scaleB,
    a[1] * scaleA + b[1] * scaleB,
    a[2] * scaleA + b[2] * scaleB,
  ];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Much faster than `Math.hypot`, and exact enough: squares of 32-bit floats fit into a number. */
export function lengthOf(vector: Vector): number {
  return Math.sqrt(dot(vector, vector));
}

/** Null if the vector has at most the length `least`. */
export function normalized(vector: Vector, least = 0): Vector | null {
  const length = lengthOf(vector);
  if (!(length > least && length < Number.POSITIVE_INFINITY)) return null;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** Gives each vector of three values unit length, in place; one without a direction becomes zero. */
export function normalizeAll(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 3) {
    setVectorAt(values, at, normalized(vectorAt(values, at)) ?? [0, 0, 0]);
  }
}
