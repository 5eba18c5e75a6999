import { expect, it } from 'vitest';
import { shareText, timeText } from './timeText.ts';

it('writes times in a suitable unit, with fewer digits where they would flicker', () => {
  const times = [0, 1, 820, 65_536, 1_234_567, 83_700_000, 999_999, 2e9];
  expect(times.map((each) => timeText(each))).toEqual([
    ...['0 µs', '1 ns', '820 ns', '65.5 µs', '1.23 ms', '83.7 ms', '1.00 ms', '2.00 s'],
  ]);
  const flickering = [1_234_567, 83_700_000, 123_000].map((each) => timeText(each, 2));
  expect(flickering).toEqual(['1.2 ms', '84 ms', '120 µs']);
});

it('writes a dash for an unknown time', () => {
  const texts = [timeText(Number.NaN), shareText(Number.NaN), shareText(0.1234)];
  expect(texts).toEqual(['–', '–', '12.3 %']);
});
