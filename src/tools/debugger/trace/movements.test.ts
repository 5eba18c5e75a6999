import { describe, expect, it } from 'vitest';
import { float } from '../../../../tests/support/tracedValues.ts';
import { CALLS, CALLS_TRACE, LOOP_TRACE } from '../../../../tests/support/traceExamples.ts';
import { createReplay } from './createReplay.ts';
import type { Movement } from './replay.ts';

const MOVE = (kind: Exclude<Movement['kind'], 'to-line' | 'continue' | 'continue-back'>) =>
  ({ kind }) as const;

describe('movements', () => {
  const calls = createReplay(CALLS_TRACE);
  const loop = createReplay(LOOP_TRACE);
  it.each<[Movement, from: number, to: number]>([
    [MOVE('forward'), 0, 1],
    [MOVE('forward'), 21, 21],
    [MOVE('back'), 1, 0],
    [MOVE('back'), 0, 0],
    [MOVE('first'), 12, 0],
    [MOVE('last'), 12, 21],
    [MOVE('over'), 2, 3],
    [MOVE('over'), 3, 19],
    [MOVE('over'), 7, 8],
    [MOVE('over'), 9, 18],
    [MOVE('over'), 13, 14],
    [MOVE('over'), 18, 19],
    [MOVE('over'), 21, 21],
    [MOVE('over-back'), 19, 3],
    [MOVE('over-back'), 18, 9],
    [MOVE('over-back'), 14, 13],
    [MOVE('over-back'), 8, 7],
    [MOVE('over-back'), 4, 3],
    [MOVE('over-back'), 0, 0],
    [MOVE('out'), 11, 14],
    [MOVE('out'), 9, 19],
    [MOVE('out'), 2, 2],
    [MOVE('next-non-finite'), 0, 0],
    [{ kind: 'to-line', line: 2 }, 0, 6],
    [{ kind: 'to-line', line: 2 }, 6, 12],
    [{ kind: 'to-line', line: 2 }, 20, 16],
    [{ kind: 'to-line', line: 13 }, 5, 5],
  ])('%j from %i leads to %i', (movement, from, to) => {
    expect(calls.move(from, movement)).toBe(to);
  });

  const continued = (line: number, condition: string | null = null): Movement => ({
    kind: 'continue',
    breakpoints: [{ line, condition }],
  });
  const continuedBack = (line: number, condition: string | null = null): Movement => ({
    kind: 'continue-back',
    breakpoints: [{ line, condition }],
  });
  it.each<[Movement, from: number, to: number]>([
    [continued(7), 0, 7],
    [continued(7), 7, 19],
    [continued(7), 19, 19],
    [continued(3), 0, 2],
    [continued(3), 2, 8],
    [continued(9), 0, 21],
    [continued(9), 21, 23],
    [continued(4, 'i == 2'), 0, 17],
    [continued(4, 'x > 100'), 0, 0],
    [continued(4, 'unknown > 1'), 0, 0],
    [continued(4, 'i =='), 0, 0],
    [continued(4, ' '), 0, 5],
    [continuedBack(3), 26, 20],
    [continuedBack(3), 20, 14],
    [continuedBack(3, 'i == 0'), 26, 8],
    [continuedBack(9), 2, 2],
    [{ kind: 'continue', breakpoints: [] }, 3, 3],
    [
      {
        kind: 'continue',
        breakpoints: [
          { line: 7, condition: 'i == 2' },
          { line: 6, condition: null },
        ],
      },
      0,
      13,
    ],
  ])('%j from %i leads to %i', (movement, from, to) => {
    expect(loop.move(from, movement)).toBe(to);
  });

  it('visits non-finite values one after the other', () => {
    const trace = CALLS.trace([
      ['main'],
      ['k', float(Number.NaN)],
      ['sum', float(1)],
      ['sum += 1', float(Number.NEGATIVE_INFINITY)],
      ['end'],
    ]);
    const replay = createReplay(trace);
    const next = (step: number) => replay.move(step, MOVE('next-non-finite'));
    expect([0, 1, 3].map(next)).toEqual([1, 3, 3]);
  });
});
