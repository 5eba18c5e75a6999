import { expect, it } from 'vitest';
import { shareText, timeText } from './timeText.ts';

it('writes times in a suitable unit', () => {
  expect(
    [0, 1, 820, 65_536, 1_234_567, 83_700_000, 999_999, 2e9].map((each) => timeText(each)),
  ).toEqual(['0 µs', '1 ns', '820 ns', '65.5 µs', '1.23 ms', '83.7 ms', '1.00 ms', '2.00 s']);
});

it('writes fewer digits where they would flicker', () => {
  expect([timeText(1_234_567, 2), timeText(83_700_000, 2), timeText(123_000, 2)]).toEqual([
    '1.2 ms',
    '84 ms',
    '120 µs',
  ]);
});

it('writes a dash for an unknown time', () => {
  expect([timeText(Number.NaN), shareText(Number.NaN), shareText(0.1234)]).toEqual([
    '–',
    '–',
    '12.3 %',
  ]);
});
