import { expect, it } from 'vitest';
import { bytesText, countText } from './countText.ts';
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

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [4096, '4.1 kB'],
  [16_777_216, '16.8 MB'],
  [256_000_000, '256 MB'],
  [1_073_741_824, '1.07 GB'],
])('writes %d bytes as %j', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

it('counts with thousands separators', () => {
  expect([0, 1, 12_345].map((count) => countText(count, 'step'))).toEqual([
    '0 steps',
    '1 step',
    '12,345 steps',
  ]);
});
