import { expect, it } from 'vitest';
import { type TabKey, tabAction } from './FileTabs.tsx';

const press = (key: string, held: Partial<TabKey> = {}): TabKey => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});

it('cycles through the tabs, and goes to the first and the last', () => {
  expect(tabAction(press('ArrowRight'), 2, 3)).toEqual({ kind: 'show', index: 0 });
  expect(tabAction(press('ArrowLeft'), 0, 3)).toEqual({ kind: 'show', index: 2 });
  expect(tabAction(press('Home'), 2, 3)).toEqual({ kind: 'show', index: 0 });
  expect(tabAction(press('End'), 0, 3)).toEqual({ kind: 'show', index: 2 });
});

it('moves, renames and deletes the file', () => {
  const held = { altKey: true, shiftKey: true };
  const done = (key: TabKey) => {
    const found = tabAction(key, 1, 3);
    return found?.kind === 'act' ? found.action.text : null;
  };
  expect(done(press('ArrowLeft', held))).toBe('Move left');
  expect(done(press('ArrowRight', held))).toBe('Move right');
  expect(done(press('F2'))).toBe('Rename…');
  expect(done(press('Delete'))).toBe('Delete');
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
