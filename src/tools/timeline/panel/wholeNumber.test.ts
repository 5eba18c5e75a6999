import { expect, it } from 'vitest';
import { fail, ok } from '#core/util/result.ts';
import { readWhole } from '#tools/timeline/timeline.tsx';

const read = (text: string | null) => readWhole(text, { what: 'a frame', max: 100 });

it('reads a typed whole number', () => {
  expect(['0', '100', ' 7 '].map(read)).toEqual([ok(0), ok(100), ok(7)]);
});

it.each(['101', '-1', '1.5', '1e9'])('rejects %s with the range', (text) => {
  expect(read(text)).toEqual(fail(`${text} is not a frame. Type a whole number from 0 to 100.`));
});

it.each([null, '', 'x'])('rejects %j as not a number', (text) => {
  expect(read(text)).toEqual(fail('This is not a frame. Type a whole number from 0 to 100.'));
});
