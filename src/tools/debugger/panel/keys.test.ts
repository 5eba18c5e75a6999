import { expect, it } from 'vitest';
import { commandOfKey } from './DebuggerPanel.tsx';

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

const titleOf = (pressed: Partial<typeof NONE> & { readonly key: string }) =>
  commandOfKey({ ...NONE, ...pressed })?.title ?? null;

it.each([
  ['F10', false, 'step over'],
  ['F11', false, 'step forward'],
  ['F11', true, 'step out'],
  ['F10', true, 'step back'],
  ['F5', false, null],
] as const)('%s, with Shift: %s, is the command %s', (key, shiftKey, command) => {
  expect(titleOf({ key, shiftKey })).toBe(command);
});

it('handles keys with Ctrl as the editor does, without reloading the page', () => {
  expect(titleOf({ key: 'F10', ctrlKey: true })).toBe('run to cursor');
  expect(titleOf({ key: 'F5', ctrlKey: true })).toBe('continue to the next breakpoint');
  expect(titleOf({ key: 'F5', ctrlKey: true, shiftKey: true })).toBe(
    'continue to the previous breakpoint',
  );
});

it('leaves keys with other modifiers to the browser', () => {
  expect(titleOf({ key: 'F10', altKey: true })).toBeNull();
  expect(titleOf({ key: 'F5', metaKey: true })).toBeNull();
});
