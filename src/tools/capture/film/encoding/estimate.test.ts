import { describe, expect, it } from 'vitest';
import { bitrateOf, estimatedBytes, expectedBytes, timeLeft, timeText } from './estimate.ts';

const SIZE = { width: 1920, height: 1080 };

describe('the bitrate', () => {
  it('grows with the quality, the size and the rate, and is higher for older codecs', () => {
    expect(bitrateOf(SIZE, 60, 'low', 'vp9')).toBe(4_977_000);
    expect(bitrateOf(SIZE, 60, 'medium', 'vp9')).toBe(9_953_000);
    expect(bitrateOf(SIZE, 60, 'high', 'vp9')).toBe(24_883_000);
    expect(bitrateOf(SIZE, 30, 'medium', 'av1')).toBe(4_977_000);
    expect(bitrateOf(SIZE, 60, 'medium', 'avc')).toBe(14_930_000);
  });

  it('has a lower limit', () => {
    expect(bitrateOf({ width: 16, height: 16 }, 24, 'low', 'vp8')).toBe(500_000);
  });
});

describe('the estimate', () => {
  const progress = { done: 4, count: 600, bytes: 40_000, encoded: 4, elapsed: 2000 };

  it('uses the bitrate while few frames are done', () => {
    expect(estimatedBytes(8_000_000, 60, 600)).toBe(10_000_000);
    expect(expectedBytes(progress, 8_000_000, 60)).toBe(10_000_000);
    expect(timeLeft(progress)).toBeNull();
  });

  it('uses the finished frames once there are enough', () => {
    const later = { ...progress, done: 12, encoded: 10, bytes: 50_000 };
    expect(expectedBytes(later, 8_000_000, 60)).toBe(3_000_000);
    expect(timeLeft(later)).toBe(98_000);
  });

  it('formats a time in a suitable unit', () => {
    expect([0, 98_000, 600_000, 9e6].map(timeText)).toEqual(['1 s', '98 s', '10 min', '2.5 h']);
  });
});
