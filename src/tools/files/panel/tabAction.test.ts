import { expect, it } from 'vitest';
import { type TabKey, tabAction } from './FileTabs.tsx';

const press = (key: string, held: Partial<TabKey> = {}): TabKey => ({
  ...{ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false },
  ...held,
});

it.each([
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s in tab %d of 3 shows tab %d', (key, at, index) => {
  expect(tabAction(press(key), at, 3)).toEqual({ kind: 'show', index });
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
