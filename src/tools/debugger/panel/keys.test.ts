import { expect, it } from 'vitest';
import { commandOfKey } from './debuggerKeys.ts';

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

it.each([
  ['F10', false, 'over'],
  ['F11', false, 'forward'],
  ['F11', true, 'out'],
  ['F10', true, 'back'],
  ['F5', false, null],
] as const)('%s, with Shift: %s, is the command %s', (key, shiftKey, command) => {
  expect(commandOfKey({ ...NONE, key, shiftKey })).toBe(command);
});

it('does with Ctrl the same as in the editor, and does not reload the page', () => {
  expect(commandOfKey({ ...NONE, key: 'F10', ctrlKey: true })).toBe('runToCursor');
  expect(commandOfKey({ ...NONE, key: 'F5', ctrlKey: true })).toBe('continue');
  expect(commandOfKey({ ...NONE, key: 'F5', ctrlKey: true, shiftKey: true })).toBe('continueBack');
});

it('leaves keys with other modifiers to the browser', () => {
  expect(commandOfKey({ ...NONE, key: 'F10', altKey: true })).toBeNull();
  expect(commandOfKey({ ...NONE, key: 'F5', metaKey: true })).toBeNull();
});
