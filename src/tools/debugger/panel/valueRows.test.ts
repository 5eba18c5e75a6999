import { expect, it } from 'vitest';
import {
  array,
  float,
  floats,
  int,
  matrix,
  struct,
} from '../../../../tests/support/tracedValues.ts';
import { type NamedValue, valueRows } from './DebuggerPanel.tsx';

const ray = (z: number) =>
  struct('Ray', { origin: floats(0, 1, z), direction: floats(0, 0, 1), depth: int(3) });

const rowsOf = (values: readonly NamedValue[], ...open: readonly string[]) =>
  valueRows(values, new Set(open)).map(({ path, depth, isOpen, before }) => ({
    path,
    depth,
    isOpen,
    changed: before !== null,
  }));

it('shows only the values while nothing is expanded', () => {
  const values = [
    { name: 'ray', value: ray(2), before: null },
    { name: 'k', value: int(1), before: int(0) },
  ];
  expect(rowsOf(values)).toEqual([
    { path: 'ray', depth: 0, isOpen: false, changed: false },
    { path: 'k', depth: 0, isOpen: null, changed: true },
  ]);
});

it('shows the parts of expanded values, and marks those that changed', () => {
  const values = [{ name: 'ray', value: ray(2), before: ray(1) }];
  expect(rowsOf(values, 'ray', 'ray/origin')).toEqual([
    { path: 'ray', depth: 0, isOpen: true, changed: true },
    { path: 'ray/origin', depth: 1, isOpen: true, changed: true },
    { path: 'ray/origin/x', depth: 2, isOpen: null, changed: false },
    { path: 'ray/origin/y', depth: 2, isOpen: null, changed: false },
    { path: 'ray/origin/z', depth: 2, isOpen: null, changed: true },
    { path: 'ray/direction', depth: 1, isOpen: false, changed: false },
    { path: 'ray/depth', depth: 1, isOpen: null, changed: false },
  ]);
});

it('names elements and rows by their index', () => {
  const values = [
    { name: 'weights', value: array([float(1), float(2)], 64), before: null },
    { name: 'turn', value: matrix([1, 0], [0, 1]), before: null },
  ];
  expect(rowsOf(values, 'weights', 'turn').map(({ path }) => path)).toEqual([
    'weights',
    'weights/[0]',
    'weights/[1]',
    'turn',
    'turn/[0]',
    'turn/[1]',
  ]);
});

it('distinguishes variables with the same name in one list', () => {
  const values = [
    { name: 'i', value: int(1), before: null },
    { name: 'i', value: int(2), before: null },
  ];
  expect(rowsOf(values).map(({ path }) => path)).toEqual(['i', 'i#2']);
});
