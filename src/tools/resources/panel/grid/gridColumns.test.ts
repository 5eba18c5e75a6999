import { expect, it } from 'vitest';
import type { Column, ElementLayout } from '#core/data/columns.ts';
import { gridColumns } from './gridColumns.ts';

function column(name: string, typeName: string, offset: number, shape: Column['shape']): Column {
  const components = Array.from({ length: shape[0] * shape[1] }, (_, index) => index * 4);
  return { name, typeName, offset, scalar: 'float32', components, shape, cases: null };
}

const LAYOUT: ElementLayout = {
  stride: 64,
  omitted: [],
  columns: [
    column('position', 'float3', 0, [1, 3]),
    column('mass', 'float', 12, [1, 1]),
    column('weights[0]', 'float', 16, [1, 1]),
    column('weights[1]', 'float', 20, [1, 1]),
    column('turn', 'float2x2', 32, [2, 2]),
  ],
};

function titles(...expanded: string[]): string[] {
  return gridColumns(LAYOUT, new Set(expanded)).map(
    ({ title, typeName }) => `${title}: ${typeName}`,
  );
}

it('shows each value in one column', () => {
  expect(titles()).toEqual([
    'position: float3',
    'mass: float',
    'weights: float[2]',
    'turn: float2x2',
  ]);
});

it('expands arrays, vectors and matrices', () => {
  expect(titles('weights')).toEqual([
    'position: float3',
    'mass: float',
    'weights[0]: float',
    'weights[1]: float',
    'turn: float2x2',
  ]);
  expect(titles('position', 'turn')).toEqual([
    ...['position.x: float', 'position.y: float', 'position.z: float'],
    'mass: float',
    'weights: float[2]',
    ...['turn[0][0]: float', 'turn[0][1]: float', 'turn[1][0]: float', 'turn[1][1]: float'],
  ]);
});

it('gives each element of a matrix its offset', () => {
  const expanded = gridColumns(LAYOUT, new Set(['turn']));
  expect(expanded.slice(-4).map(({ leaves }) => leaves[0]?.offset)).toEqual([32, 36, 40, 44]);
});

it('lets a group’s first column collapse the group', () => {
  const columns = gridColumns(LAYOUT, new Set(['weights', 'turn']));
  expect(columns.flatMap(({ title, toggles }) => toggles.map((toggle) => [title, toggle]))).toEqual(
    [
      ['position', { name: 'position', isExpanded: false }],
      ['weights[0]', { name: 'weights', isExpanded: true }],
      ['turn[0][0]', { name: 'turn', isExpanded: true }],
    ],
  );
});

it('expands vectors within arrays', () => {
  const columns = [
    column('corners[0]', 'float2', 0, [1, 2]),
    column('corners[1]', 'float2', 8, [1, 2]),
  ];
  const expanded = gridColumns(
    { stride: 16, columns, omitted: [] },
    new Set(['corners', 'corners[0]']),
  );
  expect(expanded.map(({ title, toggles }) => [title, toggles.map(({ name }) => name)])).toEqual([
    ['corners[0].x', ['corners', 'corners[0]']],
    ['corners[0].y', []],
    ['corners[1]', ['corners[1]']],
  ]);
});

it('separates the elements of an array of structs', () => {
  const columns = [
    column('lights[0].power', 'float', 0, [1, 1]),
    column('lights[1].power', 'float', 4, [1, 1]),
  ];
  expect(
    gridColumns({ stride: 8, columns, omitted: [] }, new Set()).map(({ title }) => title),
  ).toEqual(['lights[0].power', 'lights[1].power']);
});
