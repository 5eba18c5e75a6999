import { expect, it } from 'vitest';
import { afterKey, isIn, rangeOf, selectionAt } from './selection.ts';

const SIZE = { rows: 100, columns: 4, pageRows: 10 };
const START = selectionAt({ row: 50, column: 2 });

function press(keys: string) {
  const parts = keys.split('+');
  const [ctrlKey, shiftKey] = [parts.includes('Ctrl'), parts.includes('Shift')];
  return { key: parts.at(-1) ?? '', ctrlKey, shiftKey, metaKey: false, altKey: false };
}

it.each([
  ['ArrowUp', 49, 2],
  ['ArrowDown', 51, 2],
  ['ArrowLeft', 50, 1],
  ['ArrowRight', 50, 3],
  ['PageUp', 40, 2],
  ['PageDown', 60, 2],
  ['Home', 50, 0],
  ['End', 50, 3],
  ['Ctrl+Home', 0, 0],
  ['Ctrl+End', 99, 3],
  ['Ctrl+ArrowUp', 0, 2],
  ['Ctrl+ArrowDown', 99, 2],
  ['Ctrl+ArrowLeft', 50, 0],
  ['Ctrl+ArrowRight', 50, 3],
])('%s moves to row %d, column %d', (keys, row, column) => {
  expect(afterKey(START, press(keys), SIZE)).toEqual(selectionAt({ row, column }));
});

it.each([
  [{ row: 0, column: 0 }, 'ArrowUp'],
  [{ row: 0, column: 0 }, 'ArrowLeft'],
  [{ row: 99, column: 3 }, 'PageDown'],
  [{ row: 99, column: 3 }, 'ArrowRight'],
])('stays inside at %o with %s', (cell, key) => {
  expect(afterKey(selectionAt(cell), press(key), SIZE)).toEqual(selectionAt(cell));
});

it('extends with Shift from its start, and selects everything with Ctrl+A', () => {
  const once = afterKey(START, press('Shift+ArrowUp'), SIZE);
  const twice = once && afterKey(once, press('Shift+End'), SIZE);
  expect(twice && rangeOf(twice)).toEqual({ top: 49, bottom: 50, left: 2, right: 3 });
  const all = afterKey(START, press('Ctrl+a'), SIZE);
  expect(all && rangeOf(all)).toEqual({ top: 0, bottom: 99, left: 0, right: 3 });
});

it('ignores other keys and empty grids', () => {
  expect(afterKey(START, press('x'), SIZE)).toBeNull();
  expect(afterKey(START, press('ArrowDown'), { ...SIZE, rows: 0 })).toBeNull();
});

it('contains the cells of its range', () => {
  const range = { top: 1, bottom: 2, left: 0, right: 1 };
  expect([isIn(range, 1, 1), isIn(range, 3, 1), isIn(range, 2, 2)]).toEqual([true, false, false]);
});
