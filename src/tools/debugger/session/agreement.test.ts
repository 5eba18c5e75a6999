import { expect, it } from 'vitest';
import type { TexelColor } from '#engine/gpu/trace/frameTracer.ts';
import { compareWithPicture } from './tracing.ts';

const RED: TexelColor = [1, 0, 0, 1];
const GREEN: TexelColor = [0, 1, 0, 1];

const ALL = { stored: RED, texel: RED, format: 'rgba8unorm', isLastWriter: true } as const;

it.each([
  ['the thread stored nothing', { stored: null }],
  ['the picture’s colour is unknown', { texel: null }],
  ['there is no picture', { format: null }],
] as const)('nothing is compared if %s', (_, part) => {
  expect(compareWithPicture({ ...ALL, ...part })).toEqual({ kind: 'none' });
});

it('the same colour agrees', () => {
  expect(compareWithPicture(ALL)).toEqual({
    kind: 'agrees',
    text: 'Agrees: the thread stored (1, 0, 0, 1), which the picture shows.',
  });
});

it.each([
  [
    true,
    'Threads that race for the same memory, and atomics, can give a different result each time.',
  ],
  [false, 'Another thread stored to the same pixel.'],
])('a different colour is reported with the reason (last writer: %s)', (isLastWriter, why) => {
  expect(compareWithPicture({ ...ALL, texel: GREEN, isLastWriter })).toEqual({
    kind: 'differs',
    text: `Differs: the thread stored (1, 0, 0, 1), the picture has (0, 1, 0, 1). ${why}`,
  });
});
