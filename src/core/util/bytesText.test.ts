import { expect, it } from 'vitest';
import { bytesText } from './bytesText.ts';

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
