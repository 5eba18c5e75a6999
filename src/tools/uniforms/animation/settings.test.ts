import { expect, it } from 'vitest';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { fail, ok } from '#core/util/result.ts';
import { readPeriod, readValue } from './animation.tsx';

const LEVEL: SliderComponent = {
  ...{ type: 'SLIDER', name: 'level', offset: 0, elementSize: 4, default: 0.5 },
  ...{ min: Math.fround(0.1), max: 1 },
};

it.each([
  ['0.1', ok(0.1)],
  ['1', ok(1)],
  ['1.5', fail('1.5 is not allowed here. Type a number from 0.1 to 1, the ends of the slider.')],
  ['', fail('This is not a number. Type a number from 0.1 to 1, the ends of the slider.')],
])('accepts only values within the slider: %j', (text, value) => {
  expect(readValue(text, LEVEL)).toEqual(value);
});

it('accepts only positive periods', () => {
  expect(['4', '0.01'].map(readPeriod)).toEqual([ok(4), ok(0.01)]);
  const advice = 'Type a number of seconds from 0.01 to 86,400.';
  for (const text of ['0', '-1', '1e9', 'four']) {
    expect(readPeriod(text)).toEqual(fail(`${text} is not allowed here. ${advice}`));
  }
  expect(readPeriod('')).toEqual(fail(`This is not a number. ${advice}`));
});
