import { describe, expect, it } from 'vitest';
import { bool, float } from '../../../../tests/support/tracedValues.ts';
import {
  CALLS,
  CALLS_TRACE,
  linesAt,
  stackAt,
  variablesAt,
} from '../../../../tests/support/traceExamples.ts';
import { createReplay } from './createReplay.ts';

describe('the call stack', () => {
  const replay = createReplay(CALLS_TRACE);
  it.each([
    [0, 'main:10@0'],
    [3, 'main:15@0'],
    [4, 'square:1@4 main:15@0'],
    [7, 'square:3@4 main:15@0'],
    [8, 'both:5@8 main:16@0'],
    [11, 'square:1@10 both:6@8 main:16@0'],
    [16, 'square:2@14 both:6@8 main:16@0'],
    [18, 'both:6@8 main:16@0'],
    [19, 'main:16@0'],
    [21, 'main:18@0'],
    [99, 'main:18@0'],
    [-5, 'main:10@0'],
  ])('at step %i is %s', (step, expected) => {
    expect(stackAt(replay, step)).toBe(expected);
  });

  it('finds the line of a truncated call by the called name', () => {
    const cut = CALLS.trace([['main'], ['k', float(2)], ['k > 9', bool(false)], ['both']], true);
    expect(stackAt(createReplay(cut), 3)).toBe('both:5@3 main:16@0');
  });

  it('ends calls without a recorded end when their caller continues', () => {
    const trace = CALLS.trace([
      ['main'],
      ['square'],
      ['n', float(1)],
      ['square'],
      ['n', float(2)],
      ['sum', float(5)],
      ['end'],
    ]);
    const replayed = createReplay(trace);
    expect([1, 4, 5].map((step) => stackAt(replayed, step))).toEqual([
      'square:1@1 main:16@0',
      'square:1@3 main:16@0',
      'main:16@0',
    ]);
  });

  it('supports recursion if the ends of calls are recorded', () => {
    const trace = CALLS.trace([
      ['main'],
      ['square'],
      ['n', float(1)],
      ['square'],
      ['n', float(2)],
      ['return r', float(4)],
      ['r', float(5)],
      ['return r', float(6)],
      ['end'],
    ]);
    const replayed = createReplay(trace);
    expect([4, 6, 8].map((step) => stackAt(replayed, step))).toEqual([
      'square:1@3 square:2@1 main:15@0',
      'square:2@1 main:15@0',
      'main:18@0',
    ]);
    expect(variablesAt(replayed, 6)).toBe('n = 1, r = 5');
    expect(linesAt(replayed, 6)).toMatchObject({ 1: 'n = 1 ×1', 2: 'r = 5 ×1' });
  });

  it('infers calls whose start was not recorded', () => {
    const trace = CALLS.trace([['main'], ['r', float(1)], ['return r', float(1)], ['end']]);
    expect(stackAt(createReplay(trace), 1)).toBe('square:2@1 main:15@0');
  });
});

describe('variables', () => {
  const replay = createReplay(CALLS_TRACE);
  it.each<[step: number, frame: number, expected: string]>([
    [0, 0, ''],
    [1, 0, 'k = 2'],
    [6, 0, 'n = 7, r = 49'],
    [11, 0, 'n = 2'],
    [16, 0, 'n = 3, r = 9'],
    [16, 1, 'a = 2'],
    [16, 2, 'k = 2'],
    [16, 3, ''],
    [20, 0, 'k = 2, sum = 14 (13)'],
    [21, 0, 'k = 2, sum = 14'],
  ])('at step %i in frame %i: %s', (step, frame, expected) => {
    expect(variablesAt(replay, step, frame)).toBe(expected);
  });
});

describe('the values of lines', () => {
  const replay = createReplay(CALLS_TRACE);

  it('come from each function’s last call up to the step', () => {
    expect(linesAt(replay, 12)).toEqual({
      1: 'n = 2 ×1',
      2: 'r = 4 ×1',
      5: 'a = 2 ×1',
      10: ' ×1',
      11: 'k = 2 ×1',
      12: ' ×1',
      15: ' ×1',
    });
    expect(linesAt(replay, 21)).toMatchObject({
      1: 'n = 3 ×1',
      3: 'return = 9 ×1',
      6: 'return = 13 ×1',
      16: 'sum = 13 ×1',
      17: 'sum = 14 ×1',
    });
  });

  it('leave out lines that a new call has not reached yet', () => {
    expect(linesAt(replay, 14)).not.toHaveProperty('2');
  });

  it('report the lines that the thread did not execute', () => {
    expect([...replay.notExecuted]).toEqual([13]);
  });

  it('count the lines of uncalled functions as not executed', () => {
    const short = createReplay(CALLS.trace([['main'], ['k', float(1)]]));
    expect([...short.notExecuted]).toEqual([1, 2, 3, 5, 6, 12, 13, 15, 16, 17, 18]);
  });

  it('do not count lines without recordable code', () => {
    const { program } = CALLS;
    const site = program.sites[10];
    const unseen = site ? [{ from: site.from, to: site.to, line: site.line, reason: 'No.' }] : [];
    const trace = { ...CALLS_TRACE, program: { ...program, unseen } };
    expect([...createReplay(trace).notExecuted]).toEqual([]);
  });
});

describe('a trace without records', () => {
  const replay = createReplay(CALLS.trace([]));

  it('has no stack, no values and no steps', () => {
    expect(replay.last).toBe(-1);
    expect(replay.callStackAt(0)).toEqual([]);
    expect(replay.variablesAt(0)).toEqual([]);
    expect(replay.valuesAt(-1)).toEqual([]);
    expect(replay.watch(-1, 'k')).toBeNull();
    expect(replay.lineAt(-1)).toBe(1);
    for (const kind of ['forward', 'back', 'over', 'out', 'first', 'last'] as const) {
      expect(replay.move(-1, { kind })).toBe(-1);
    }
  });

  it('counts no line as executed', () => {
    expect(replay.notExecuted.size).toBe(13);
  });
});
