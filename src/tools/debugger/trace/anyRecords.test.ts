import { expect, it } from 'vitest';
import { traceOf } from '../../../../tests/support/traceBuilder.ts';
import { float, floats, int } from '../../../../tests/support/tracedValues.ts';
import {
  CALLS,
  LOOP,
  MEMBERS,
  PASS,
  stackAt,
  ZEROS,
} from '../../../../tests/support/traceExamples.ts';
import { createReplay } from './createReplay.ts';

const kinds = ['forward', 'back', 'over', 'over-back', 'out', 'next-non-finite'] as const;
it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'reads random records without throwing (seed %i)',
  (seed) => {
    const random = randomNumbers(seed + 1);
    const { program } = [CALLS, LOOP, MEMBERS][seed % 3] ?? CALLS;
    const opaque = { kind: 'opaque' } as const;
    const values = [null, int(1), float(Number.NaN), floats(1, 2), ZEROS, opaque];
    const steps = Array.from({ length: random(80) }, () => ({
      site: random(program.sites.length + 2) - 1,
      value: values[random(values.length)] ?? null,
    }));
    const replay = createReplay(traceOf(program, steps, seed % 2 === 0));
    for (let step = -1; step <= steps.length; step += 1) {
      const stack = replay.callStackAt(step);
      for (const frame of stack.keys()) replay.variablesAt(step, frame);
      replay.valuesAt(step);
      replay.watch(step, 'ray.origin.x');
      const at = Math.min(Math.max(step, 0), replay.last);
      for (const kind of kinds) {
        const to = replay.move(at, { kind });
        expect(to).toBeGreaterThanOrEqual(Math.min(0, replay.last));
        expect(to).toBeLessThanOrEqual(replay.last);
        if (kind === 'over' && to !== at) {
          expect(replay.callStackAt(to).length).toBeLessThanOrEqual(stack.length);
        }
      }
      const next = replay.move(at, { kind: 'forward' });
      if (next !== at) expect(replay.move(next, { kind: 'back' })).toBe(at);
      for (const line of [1, 3, 9]) {
        const breakpoints = [{ line, condition: 'x < i || k > 1' }];
        const stop = replay.move(at, { kind: 'continue', breakpoints });
        if (stop !== at) expect(replay.lineAt(stop)).toBe(line);
      }
    }
  },
);

it('reads the stack, the values and the movements of a million records', () => {
  const { steps: start } = LOOP.trace([['main'], ['x', int(5)]]);
  const { steps: once } = LOOP.trace([0, 1, 2].flatMap((i) => PASS(i)));
  const long = [...start];
  while (long.length < 1_000_000) long.push(...once);
  const replay = createReplay(traceOf(LOOP.program, long, true));
  expect(stackAt(replay, 500_000)).toBe('main:3@0');
  expect(replay.valuesAt(replay.last)).toHaveLength(7);
  const breakpoints = [{ line: 4, condition: 'i > 5' }];
  expect(replay.move(0, { kind: 'continue', breakpoints })).toBe(0);
});

/** Returns a seeded generator of whole numbers from 0 up to, but not including, a limit. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
