import { describe, expect, it } from 'vitest';
import { layoutOf, matrixLines } from './dataLayout.ts';
import { LAYOUT_RULES, type RuleName } from './layoutRules.ts';
import type { Parameter, ReflectedType, StructType } from './reflection.ts';

const scalar = (scalarType: string): ReflectedType => ({ kind: 'scalar', scalarType });
const FLOAT = scalar('float32');
const HALF = scalar('float16');
const BOOL = scalar('bool');
const DOUBLE = scalar('float64');
const vector = (elementCount: number, elementType = FLOAT) =>
  ({ kind: 'vector', elementCount, elementType }) as const;
const matrix = (rowCount: number, columnCount: number, elementType = FLOAT) =>
  ({ kind: 'matrix', rowCount, columnCount, elementType }) as const;
const array = (elementType: ReflectedType, elementCount: number) =>
  ({ kind: 'array', elementCount, elementType, stride: 0 }) as const;
/** The size only says that a field has bytes; the layout computes its offset. */
const field = (name: string, type: ReflectedType, size = 1): Parameter => ({
  ...{ name, type, attributes: [] },
  bindings: [{ kind: 'uniform', offset: 0, size }],
});
const structOf = (...fields: readonly Parameter[]): StructType => ({
  kind: 'struct',
  name: 'S',
  fields,
});
const struct = (...types: readonly ReflectedType[]) =>
  structOf(...types.map((type, index) => field(`f${index}`, type)));

/** The offsets of a struct's fields, followed by its size. */
function places(type: ReflectedType, rule: RuleName): number[] {
  const layout = layoutOf(type, LAYOUT_RULES[rule]);
  if (layout?.type.kind !== 'struct') throw new Error('It is no struct of plain data.');
  const offsets = layout.type.fields.map(({ bindings: [binding] }) =>
    binding?.kind === 'uniform' ? binding.offset : Number.NaN,
  );
  return [...offsets, layout.size];
}

describe('std140 and the scalar layout place', () => {
  it.each([
    ['a float after a vec3', struct(vector(3), FLOAT), [0, 12, 16], [0, 12, 16]],
    ['a vec3 after a float', struct(FLOAT, vector(3)), [0, 16, 32], [0, 4, 16]],
    ['a vec2 between floats', struct(FLOAT, vector(2), FLOAT), [0, 8, 16, 32], [0, 4, 12, 16]],
    ['two vec3', struct(vector(3), vector(3)), [0, 16, 32], [0, 12, 24]],
    ['a vec4 after a float', struct(FLOAT, vector(4)), [0, 16, 32], [0, 4, 20]],
    ['an array of floats', struct(array(FLOAT, 3), FLOAT), [0, 48, 64], [0, 12, 16]],
    ['an array of vec2', struct(array(vector(2), 2), FLOAT), [0, 32, 48], [0, 16, 20]],
    ['an array of vec3', struct(array(vector(3), 2), FLOAT), [0, 32, 48], [0, 24, 28]],
    ['an array of arrays', struct(array(array(FLOAT, 2), 3)), [0, 96], [0, 24]],
    ['a 4 × 4 matrix', struct(FLOAT, matrix(4, 4)), [0, 16, 80], [0, 4, 68]],
    ['a 3 × 3 matrix', struct(matrix(3, 3), FLOAT), [0, 48, 64], [0, 36, 40]],
    ['a 2 × 3 matrix by row', struct(matrix(2, 3), FLOAT), [0, 32, 48], [0, 24, 28]],
    ['a nested struct', struct(FLOAT, struct(vector(2)), FLOAT), [0, 16, 32, 48], [0, 4, 12, 16]],
    ['an array of structs', struct(array(struct(vector(3), FLOAT, FLOAT), 2)), [0, 64], [0, 40]],
    ['bools, of four bytes', struct(BOOL, vector(3, BOOL), BOOL), [0, 16, 28, 32], [0, 4, 16, 20]],
    ['halves', struct(HALF, vector(3, HALF), HALF), [0, 8, 14, 16], [0, 2, 8, 10]],
    ['a matrix of halves', struct(HALF, matrix(2, 2, HALF)), [0, 16, 48], [0, 2, 10]],
    ['doubles', struct(FLOAT, vector(3, DOUBLE)), [0, 32, 64], [0, 8, 32]],
    ['64-bit integers', struct(FLOAT, scalar('int64')), [0, 8, 16], [0, 8, 16]],
  ] as const)('%s', (_, type, std140, scalars) => {
    expect(places(type, 'std140')).toEqual(std140);
    expect(places(type, 'scalar')).toEqual(scalars);
  });
});

it('lays out std430 without the padding of std140', () => {
  expect(places(struct(array(FLOAT, 3), vector(3), FLOAT), 'std430')).toEqual([0, 16, 28, 32]);
  expect(places(struct(FLOAT, struct(vector(2))), 'std430')).toEqual([0, 8, 16]);
});

it('packs an HLSL constant buffer without vectors across 16-byte boundaries', () => {
  expect(places(struct(FLOAT, vector(3)), 'hlsl')).toEqual([0, 4, 16]);
  expect(places(struct(vector(2), vector(3), FLOAT), 'hlsl')).toEqual([0, 16, 28, 32]);
  expect(places(struct(array(FLOAT, 3), FLOAT), 'hlsl')).toEqual([0, 36, 40]);
});

it('pads a three-component vector in Metal, but not in CUDA', () => {
  expect(places(struct(vector(3), FLOAT, BOOL), 'metal')).toEqual([0, 16, 20, 32]);
  expect(places(struct(vector(3), FLOAT, BOOL), 'cuda')).toEqual([0, 12, 16, 20]);
  expect(places(struct(FLOAT, vector(4)), 'cuda')).toEqual([0, 16, 32]);
});

it('infers the order of a matrix from its size', () => {
  const byColumn = structOf(field('m', matrix(2, 3), 48));
  const lines = matrixLines(matrix(2, 3), 48, LAYOUT_RULES.std140);
  expect(lines).toMatchObject({ order: 'column', bytes: 8 });
  expect(layoutOf(byColumn, LAYOUT_RULES.std430, LAYOUT_RULES.std140)?.size).toBe(24);
  const byRow = structOf(field('m', matrix(2, 3), 32));
  expect(layoutOf(byRow, LAYOUT_RULES.std430, LAYOUT_RULES.std140)?.size).toBe(32);
});

it('rejects types that are not plain data', () => {
  expect(layoutOf(struct(FLOAT, { kind: 'samplerState' }), LAYOUT_RULES.std140)).toBeUndefined();
  expect(layoutOf(array(FLOAT, 0), LAYOUT_RULES.std140)).toBeUndefined();
});
