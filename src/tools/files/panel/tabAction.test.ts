import { expect, it } from 'vitest';
import { type TabKey, tabAction } from './tabAction.ts';

const press = (key: string, held: Partial<TabKey> = {}): TabKey => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});

it('goes around the tabs, to the first and the last', () => {
  expect(tabAction(press('ArrowRight'), 2, 3)).toEqual({ kind: 'show', index: 0 });
  expect(tabAction(press('ArrowLeft'), 0, 3)).toEqual({ kind: 'show', index: 2 });
  expect(tabAction(press('Home'), 2, 3)).toEqual({ kind: 'show', index: 0 });
  expect(tabAction(press('End'), 0, 3)).toEqual({ kind: 'show', index: 2 });
});

it('moves, names and deletes the file', () => {
  const held = { altKey: true, shiftKey: true };
  expect(tabAction(press('ArrowLeft', held), 1, 3)).toEqual({ kind: 'move', by: -1 });
  expect(tabAction(press('ArrowRight', held), 1, 3)).toEqual({ kind: 'move', by: 1 });
  expect(tabAction(press('F2'), 1, 3)).toEqual({ kind: 'name' });
  expect(tabAction(press('Delete'), 1, 3)).toEqual({ kind: 'delete' });
});

it('leaves all other keys to the page', () => {
  for (const key of [
    press('Delete', { shiftKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('ArrowLeft', { ctrlKey: true, altKey: true, shiftKey: true }),
    press('F2', { metaKey: true }),
    press('a'),
    press('Tab'),
  ]) {
    expect(tabAction(key, 1, 3)).toBe(null);
  }
});
