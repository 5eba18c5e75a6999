import { expect, it } from 'vitest';
import { type Candidate, candidateSizes, type GroupLimits } from './candidates.ts';

const LIMITS: GroupLimits = {
  ...{ maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupSizeX: 256 },
  ...{ maxComputeWorkgroupSizeY: 256, maxComputeWorkgroupSizeZ: 64 },
};

const texts = (candidates: readonly Candidate[]) =>
  candidates.map(
    ({ text, isPresent, excess }) =>
      text + (isPresent ? ' present' : '') + (excess === null ? '' : ' refused'),
  );

it('the group sizes to try are only along x for one dimension', () => {
  expect(texts(candidateSizes([64, 1, 1], [10, 1, 1], LIMITS))).toEqual([
    ...['32', '64 present', '128', '256', '512 refused'],
  ]);
});

it('the group sizes to try have two dimensions if the dispatch has, even if the current size does not', () => {
  const candidates = texts(candidateSizes([1, 1, 1], [512, 512, 1], LIMITS));
  expect(candidates[0]).toBe('1 × 1 present');
  expect(candidates).toEqual(expect.arrayContaining(['16 × 16', '64 × 1']));
});

it('the group sizes to try have three dimensions if the current size has', () => {
  const candidates = texts(candidateSizes([4, 4, 4], null, LIMITS));
  const some = ['4 × 4 × 4 present', '8 × 8 × 4', '8 × 8'];
  expect(candidates).toEqual(expect.arrayContaining(some));
});

it('the group sizes to try include any current size, and are sorted by thread count', () => {
  const candidates = candidateSizes([7, 5, 1], [9, 9, 1], LIMITS);
  expect(candidates.filter(({ isPresent }) => isPresent)).toMatchObject([{ text: '7 × 5' }]);
  const threads = candidates.map(({ size: [x, y, z] }) => x * y * z);
  expect(threads).toEqual(threads.toSorted((one, other) => one - other));
});

it('the group sizes to try are no larger than the dispatch needs', () => {
  expect(texts(candidateSizes([1, 1, 1], [1, 1, 1], LIMITS))).toEqual(['1 present']);
  expect(texts(candidateSizes([8, 8, 1], [2, 1, 1], LIMITS))).toEqual([
    ...['8 × 4', '8 × 8 present', '16 × 8'],
  ]);
});

it('the group sizes to try name the device limit that they exceed', () => {
  const limits = { ...LIMITS, maxComputeWorkgroupSizeY: 16 };
  const excesses = candidateSizes([8, 8, 1], [64, 64, 1], limits).map(
    ({ text, excess }) => `${text}: ${excess}`,
  );
  expect(excesses).toEqual(
    expect.arrayContaining([
      '32 × 16: It has 512 threads, but this device allows 256 in a group.',
      '8 × 32: It has 32 threads along y, but this device allows 16.',
    ]),
  );
});
