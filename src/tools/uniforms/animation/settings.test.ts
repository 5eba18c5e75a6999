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

it.each([
  ['4', ok(4)],
  ['0.01', ok(0.01)],
  ['0', fail('0 is not allowed here. Type a number of seconds from 0.01 to 86,400.')],
  ['-1', fail('-1 is not allowed here. Type a number of seconds from 0.01 to 86,400.')],
  ['1e9', fail('1e9 is not allowed here. Type a number of seconds from 0.01 to 86,400.')],
  ['four', fail('four is not allowed here. Type a number of seconds from 0.01 to 86,400.')],
  ['', fail('This is not a number. Type a number of seconds from 0.01 to 86,400.')],
])('accepts only positive periods: %j', (text, value) => {
  expect(readPeriod(text)).toEqual(value);
});
