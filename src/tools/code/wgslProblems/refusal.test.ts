import { expect, it } from 'vitest';
import type { Message } from '#workspace/messages.ts';
import { errorsOf, findRefusal } from './wgslProblems.ts';

const error = { message: 'm', said: 'm', meaning: null, lineNum: 3, linePos: 4, length: 2 };
const report = { code: 'the WGSL', errors: [error] };

const about = (text: string): Message => ({ about: 'run', text });
const PREFIX = 'Failed to create pipeline for entry point main: ';
const rejected = about(`${PREFIX}the browser rejects the generated WGSL.\nWGSL(3:4): m`);

it('finds a run’s message about its pipelines', () => {
  expect(findRefusal([about('Something else.'), rejected])).toBe(rejected);
  expect(findRefusal([{ ...rejected, about: 'compile' }])).toBeUndefined();
});

it('uses the errors that were reported for the same code', () => {
  expect(errorsOf(rejected, 'the WGSL', report)).toBe(report.errors);
});

it('ignores errors of other code, such as the debugger’s', () => {
  expect(errorsOf(rejected, 'other WGSL', report)).toEqual([]);
  expect(errorsOf(rejected, 'the WGSL', null)).toEqual([]);
});

it.each([
  [':12:5 error: divided by zero', 12, 5],
  ['Tint failure (12:5): no', 12, 5],
  ['12:5: no', 12, 5],
])('reads the position in the pipeline error %j', (said, lineNum, linePos) => {
  expect(errorsOf(about(PREFIX + said), '', null)).toEqual([
    { message: said, said, meaning: null, lineNum, linePos, length: 1 },
  ]);
});

it.each(['it has 13 storage buffers', 'the ratio 1.2:3 is odd', ''])(
  'finds no position in %j',
  (said) => {
    expect(errorsOf(about(PREFIX + said), '', null)).toEqual([]);
  },
);
