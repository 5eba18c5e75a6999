import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasValue } from '#core/source/instrument/decodeTrace.ts';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { SIX_DEMOS } from '../../../../tests/support/demos.ts';
import { traceOf } from '../../../../tests/support/traceBuilder.ts';
import { bool, float } from '../../../../tests/support/tracedValues.ts';
import {
  CALLS,
  CALLS_TRACE,
  LOOP_TRACE,
  linesAt,
  stackAt,
  variablesAt,
} from '../../../../tests/support/traceExamples.ts';
import { createReplay } from './createReplay.ts';
import type { Movement } from './replay.ts';

const replay = createReplay(CALLS_TRACE);

describe('the call stack', () => {
  it.each([
    [3, 'main:15@0'],
    [4, 'square:1@4 main:15@0'],
    [7, 'square:3@4 main:15@0'],
    [8, 'both:5@8 main:16@0'],
    [11, 'square:1@10 both:6@8 main:16@0'],
    [16, 'square:2@14 both:6@8 main:16@0'],
    [18, 'both:6@8 main:16@0'],
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
    const called = [['square'], ['n', float(1)]] as const;
    const trace = CALLS.trace([['main'], ...called, ...called, ['sum', float(5)], ['end']]);
    const replayed = createReplay(trace);
    expect([1, 4, 5].map((step) => stackAt(replayed, step))).toEqual([
      'square:1@1 main:16@0',
      'square:1@3 main:16@0',
      'main:16@0',
    ]);
  });

  it('supports recursion if the ends of calls are recorded', () => {
    const inner = [['square'], ['n', float(2)], ['return r', float(4)]] as const;
    const rest = [['r', float(5)], ['return r', float(6)], ['end']] as const;
    const trace = CALLS.trace([['main'], ['square'], ['n', float(1)], ...inner, ...rest]);
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

it.each<[step: number, frame: number, expected: string]>([
  [1, 0, 'k = 2'],
  [6, 0, 'n = 7, r = 49'],
  [11, 0, 'n = 2'],
  [16, 0, 'n = 3, r = 9'],
  [16, 2, 'k = 2'],
  [16, 3, ''],
  [20, 0, 'k = 2, sum = 14 (13)'],
  [21, 0, 'k = 2, sum = 14'],
])('the variables at step %i in frame %i are: %s', (step, frame, expected) => {
  expect(variablesAt(replay, step, frame)).toBe(expected);
});

describe('the values of lines', () => {
  it('come from each function’s last call up to the step', () => {
    expect(linesAt(replay, 12)).toEqual({
      ...{ 1: 'n = 2 ×1', 2: 'r = 4 ×1', 5: 'a = 2 ×1' },
      ...{ 10: ' ×1', 11: 'k = 2 ×1', 12: ' ×1', 15: ' ×1' },
    });
    expect(linesAt(replay, 21)).toMatchObject({
      ...{ 1: 'n = 3 ×1', 3: 'return = 9 ×1', 6: 'return = 13 ×1' },
      ...{ 16: 'sum = 13 ×1', 17: 'sum = 14 ×1' },
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

it('reads no stack, value or step from a trace without records', () => {
  const replay = createReplay(CALLS.trace([]));
  expect(replay.last).toBe(-1);
  expect([replay.callStackAt(0), replay.variablesAt(0), replay.valuesAt(-1)]).toEqual([[], [], []]);
  expect([replay.watch(-1, 'k'), replay.lineAt(-1)]).toEqual([null, 1]);
  for (const kind of ['forward', 'back', 'over', 'out', 'first', 'last'] as const) {
    expect(replay.move(-1, { kind })).toBe(-1);
  }
  expect(replay.notExecuted.size).toBe(13);
});

const MOVE = (kind: Exclude<Movement['kind'], 'to-line' | 'continue' | 'continue-back'>) =>
  ({ kind }) as const;

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
  expect(replay.move(from, movement)).toBe(to);
});

type Stop = readonly [line: number, condition?: string];
const listOf = (stops: readonly Stop[]) =>
  stops.map(([line, condition = null]) => ({ line, condition }));
const onward = (...stops: Stop[]): Movement => ({ kind: 'continue', breakpoints: listOf(stops) });
const backward = (...stops: Stop[]): Movement => ({
  kind: 'continue-back',
  breakpoints: listOf(stops),
});
it.each<[Movement, from: number, to: number]>([
  [onward([7]), 0, 7],
  [onward([7]), 7, 19],
  [onward([7]), 19, 19],
  [onward([3]), 0, 2],
  [onward([3]), 2, 8],
  [onward([9]), 0, 21],
  [onward([9]), 21, 23],
  [onward([4, 'i == 2']), 0, 17],
  [onward([4, 'x > 100']), 0, 0],
  [onward([4, 'unknown > 1']), 0, 0],
  [onward([4, 'i ==']), 0, 0],
  [onward([4, ' ']), 0, 5],
  [backward([3]), 26, 20],
  [backward([3]), 20, 14],
  [backward([3, 'i == 0']), 26, 8],
  [backward([9]), 2, 2],
  [onward(), 3, 3],
  [onward([7, 'i == 2'], [6]), 0, 13],
])('%j from %i leads to %i', (movement, from, to) => {
  expect(loop.move(from, movement)).toBe(to);
});

it('visits non-finite values one after the other', () => {
  const [nan, infinite] = [float(Number.NaN), float(Number.NEGATIVE_INFINITY)];
  const values = [
    ['k', nan],
    ['sum', float(1)],
    ['sum += 1', infinite],
  ] as const;
  const replay = createReplay(CALLS.trace([['main'], ...values, ['end']]));
  const next = (step: number) => replay.move(step, MOVE('next-non-finite'));
  expect([0, 1, 3].map(next)).toEqual([1, 3, 3]);
});

const demos = path.resolve(import.meta.dirname, '../../../core/slang/demos');

it.each(SIX_DEMOS)('shows the value of each site in %s', (name) => {
  const program = instrumentSource(readFileSync(path.join(demos, `${name}.slang`), 'utf8'));
  const steps = program.sites.map((site) => ({
    site: site.id,
    value: hasValue(site) ? float(site.id) : null,
  }));
  const replay = createReplay(traceOf(program, steps));
  expect(replay.notExecuted.size).toBe(0);
  for (const { id, line, event } of program.sites) {
    if (event.kind !== 'value') continue;
    const value = float(id);
    expect(replay.variablesAt(id).map((variable) => variable.value)).toContainEqual(value);
    const shown = replay.valuesAt(id).find((each) => each.line === line)?.values;
    expect(shown).toContainEqual({ name: event.name, value });
  }
});
