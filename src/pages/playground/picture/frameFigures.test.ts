import { expect, it } from 'vitest';
import type { FrameStats } from '#core/plan/runControls.ts';
import { FIGURES } from './PlaybackBar.tsx';

const frameFigures = (of: FrameStats) =>
  Object.fromEntries(Object.entries(FIGURES).map(([name, { text }]) => [name, text(of)]));

const stats = {
  ...{ frame: 7, time: 0.1167, frameTime: 16.666, framesPerSecond: 59.88, width: 480, height: 360 },
};

it('pads the frame number to at least five digits, rounds times and rates, and shows width and height', () => {
  expect(frameFigures(stats)).toEqual({
    ...{ frame: '00007', time: '0.12 s', frameTime: '16.7 ms', framesPerSecond: '60 fps' },
    canvasSize: '480 × 360',
  });
  expect(frameFigures({ ...stats, frame: 123_456 })['frame']).toBe('123456');
});

it('shows dashes for unknown figures', () => {
  const unknown = { ...stats, frameTime: Number.NaN, framesPerSecond: Number.POSITIVE_INFINITY };
  expect(frameFigures(unknown)).toMatchObject({ frameTime: '– ms', framesPerSecond: '– fps' });
});
