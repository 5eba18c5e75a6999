import { expect, it } from 'vitest';
import { countText } from './countText.ts';

it('counts with thousands separators', () => {
  expect([0, 1, 12_345].map((count) => countText(count, 'step'))).toEqual([
    '0 steps',
    '1 step',
    '12,345 steps',
  ]);
});
