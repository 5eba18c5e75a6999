import { expect, it } from 'vitest';
import { brief, head } from './text.ts';

it('a brief text ends with an ellipsis where it is cut', () => {
  expect(brief('12345', 5)).toBe('12345');
  expect(brief('123456', 5)).toBe('12345…');
  expect(brief('1234 6', 5)).toBe('1234…');
});

it('the head of a text never ends in half a surrogate pair', () => {
  expect(head('ab😀', 3)).toBe('ab');
  expect(head('ab😀', 4)).toBe('ab😀');
  expect(head('ab\ud83d', 3)).toBe('ab\ud83d');
});
