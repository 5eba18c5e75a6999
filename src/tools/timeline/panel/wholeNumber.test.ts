import { describe, expect, it } from 'vitest';
import { readWhole } from '#tools/timeline/timeline.tsx';

const FRAMES = { what: 'a frame', max: 100 };

describe('a typed number', () => {
  it.each([
    ['0', 0],
    ['100', 100],
    [' 7 ', 7],
  ])('%j is %d', (text, value) => {
    expect(readWhole(text, FRAMES)).toEqual({ ok: true, value });
  });

  it.each(['101', '-1', '1.5', '1e9'])('%s is rejected with the range', (text) => {
    expect(readWhole(text, FRAMES)).toEqual({
      ok: false,
      error: `${text} is not a frame. Type a whole number from 0 to 100.`,
    });
  });

  it.each([null, '', 'x'])('%j is rejected as not a number', (text) => {
    const read = readWhole(text, FRAMES);
    expect(!read.ok && read.error).toBe('This is not a frame. Type a whole number from 0 to 100.');
  });
});
