import { expect, it } from 'vitest';
import { RESOLUTION_OPTIONS, resolutionOf } from './resolution.ts';

it('each option stands for a resolution, and other values for none', () => {
  expect(RESOLUTION_OPTIONS.map(({ value }) => resolutionOf(value))).toEqual([0.5, 1, 'device']);
  expect(resolutionOf('2')).toBeNull();
});
