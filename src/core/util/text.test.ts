import { expect, it } from 'vitest';
import { brief, head } from './text.ts';

it('ends a shortened text with an ellipsis', () => {
  expect(brief('12345', 5)).toBe('12345');
  expect(brief('123456', 5)).toBe('12345…');
  expect(brief('1234 6', 5)).toBe('1234…');
});

it('never ends a shortened text with half a surrogate pair', () => {
  expect(head('ab😀', 3)).toBe('ab');
  expect(head('ab😀', 4)).toBe('ab😀');
  expect(head('ab\ud83d', 3)).toBe('ab\ud83d');
});
