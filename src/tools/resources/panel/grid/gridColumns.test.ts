import { expect, it } from 'vitest';
import type { Column } from '#core/data/columns.ts';
import { columnOf, layoutOf } from '../../../../../tests/support/columns.ts';
import { gridColumns } from './gridColumns.ts';

function column(name: string, typeName: string, offset: number, shape: Column['shape']): Column {
  const components = Array.from({ length: shape[0] * shape[1] }, (_, index) => index * 4);
  return columnOf('float32', { name, typeName, offset, components, shape });
}

const LAYOUT = layoutOf(
  64,
  column('position', 'float3', 0, [1, 3]),
  column('mass', 'float', 12, [1, 1]),
  column('weights[0]', 'float', 16, [1, 1]),
  column('weights[1]', 'float', 20, [1, 1]),
  column('turn', 'float2x2', 32, [2, 2]),
);

function titles(...expanded: string[]): string[] {
  return gridColumns(LAYOUT, new Set(expanded)).map(
    ({ title, typeName }) => `${title}: ${typeName}`,
  );
}

it('shows each value in one column, and expands arrays, vectors and matrices', () => {
  const [position, weights, turn] = ['position: float3', 'weights: float[2]', 'turn: float2x2'];
  expect(titles()).toEqual([position, 'mass: float', weights, turn]);
  expect(titles('weights')).toEqual([
    ...[position, 'mass: float', 'weights[0]: float', 'weights[1]: float', turn],
  ]);
  expect(titles('position', 'turn')).toEqual([
    ...['position.x: float', 'position.y: float', 'position.z: float', 'mass: float', weights],
    ...['turn[0][0]: float', 'turn[0][1]: float', 'turn[1][0]: float', 'turn[1][1]: float'],
  ]);
  const matrix = gridColumns(LAYOUT, new Set(['turn'])).slice(-4);
  expect(matrix.map(({ leaves }) => leaves[0]?.offset)).toEqual([32, 36, 40, 44]);
});

it('lets a group’s first column collapse the group', () => {
  const columns = gridColumns(LAYOUT, new Set(['weights', 'turn']));
  const toggles = columns.flatMap(({ title, toggles }) => toggles.map((each) => [title, each]));
  expect(toggles).toEqual([
    ['position', { name: 'position', isExpanded: false }],
    ['weights[0]', { name: 'weights', isExpanded: true }],
    ['turn[0][0]', { name: 'turn', isExpanded: true }],
  ]);
});

it('expands vectors within arrays', () => {
  const corner = (index: number) => column(`corners[${index}]`, 'float2', index * 8, [1, 2]);
  const layout = layoutOf(16, corner(0), corner(1));
  const expanded = gridColumns(layout, new Set(['corners', 'corners[0]']));
  expect(expanded.map(({ title, toggles }) => [title, toggles.map(({ name }) => name)])).toEqual([
    ['corners[0].x', ['corners', 'corners[0]']],
    ['corners[0].y', []],
    ['corners[1]', ['corners[1]']],
  ]);
});

it('separates the elements of an array of structs', () => {
  const names = ['lights[0].power', 'lights[1].power'];
  const layout = layoutOf(
    8,
    ...names.map((name, at) => columnOf('float32', { name, offset: 4 * at })),
  );
  expect(gridColumns(layout, new Set()).map(({ title }) => title)).toEqual(names);
});
