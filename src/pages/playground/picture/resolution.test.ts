import { expect, it } from 'vitest';
import { RESOLUTION_OPTIONS, resolutionOf } from './PlaybackBar.tsx';

it('maps each option to a resolution, and other values to null', () => {
  expect(RESOLUTION_OPTIONS.map(({ value }) => resolutionOf(value))).toEqual([0.5, 1, 'device']);
  expect(resolutionOf('2')).toBeNull();
});
