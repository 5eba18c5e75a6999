import { describe, expect, it } from 'vitest';
import { type Candidate, candidateSizes, type GroupLimits } from './candidates.ts';

const LIMITS: GroupLimits = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
};

function texts(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ text, isPresent, excess }) =>
    [text, isPresent ? 'present' : '', excess === null ? '' : 'refused']
      .filter((word) => word !== '')
      .join(' '),
  );
}

describe('the group sizes to try', () => {
  it('are only along x for one dimension', () => {
    expect(texts(candidateSizes([64, 1, 1], [10, 1, 1], LIMITS))).toEqual([
      ...['32', '64 present', '128', '256', '512 refused'],
    ]);
  });

  it('have two dimensions if the dispatch has, even if the current size does not', () => {
    const candidates = texts(candidateSizes([1, 1, 1], [512, 512, 1], LIMITS));
    expect(candidates[0]).toBe('1 × 1 present');
    expect(candidates).toContain('16 × 16');
    expect(candidates).toContain('64 × 1');
  });

  it('have three dimensions if the current size has', () => {
    const candidates = texts(candidateSizes([4, 4, 4], null, LIMITS));
    expect(candidates).toContain('4 × 4 × 4 present');
    expect(candidates).toContain('8 × 8 × 4');
    expect(candidates).toContain('8 × 8');
  });

  it('include any current size, and are sorted by thread count', () => {
    const candidates = candidateSizes([7, 5, 1], [9, 9, 1], LIMITS);
    expect(candidates.filter(({ isPresent }) => isPresent)).toMatchObject([{ text: '7 × 5' }]);
    const threads = candidates.map(({ size: [x, y, z] }) => x * y * z);
    expect(threads).toEqual(threads.toSorted((one, other) => one - other));
  });

  it('are no larger than the dispatch needs', () => {
    expect(texts(candidateSizes([1, 1, 1], [1, 1, 1], LIMITS))).toEqual(['1 present']);
    expect(texts(candidateSizes([8, 8, 1], [2, 1, 1], LIMITS))).toEqual([
      '8 × 4',
      '8 × 8 present',
      '16 × 8',
    ]);
  });

  it('name the device limit that they exceed', () => {
    const candidates = candidateSizes([8, 8, 1], [64, 64, 1], {
      ...LIMITS,
      maxComputeWorkgroupSizeY: 16,
    });
    expect(candidates.find(({ text }) => text === '32 × 16')?.excess).toBe(
      'It has 512 threads, but this device allows 256 in a group.',
    );
    expect(candidates.find(({ text }) => text === '8 × 32')?.excess).toBe(
      'It has 32 threads along y, but this device allows 16.',
    );
  });
});
