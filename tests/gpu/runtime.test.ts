import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPlanner, type Planner } from '../support/planner.ts';
import { requestRealDevice } from '../support/realDevice.ts';
import { createRealRun } from '../support/realRun.ts';
import { COLOR_CASES, PRINT_CASES, REFUSED_CASES } from '../support/runtimeCases.ts';

/** Whether a colour has these bytes, give or take one for rounding. */
const near = (color: readonly number[]) => (shown: readonly number[]) =>
  color.every((wanted, channel) => Math.abs(wanted - (shown[channel] ?? 0)) <= 1);

let planner: Planner;
let run: ReturnType<typeof createRealRun>;
beforeAll(async () => {
  planner = await createPlanner();
  run = createRealRun(await requestRealDevice());
});
afterAll(() => run.dispose());

describe('on a real device', () => {
  for (const { rule, source, prints } of PRINT_CASES) {
    it(rule, async () => {
      await run.start(planner.descriptor(source));
      await vi.waitFor(() => expect(run.printed() || run.problems()).toBe(prints), 20_000);
      expect(run.problems()).toBe('');
    });
  }

  for (const { rule, source, says } of REFUSED_CASES) {
    it(rule, async () => {
      await run.start(planner.descriptor(source));
      await vi.waitFor(() => expect(run.problems()).toContain(says), 20_000);
    });
  }

  for (const { rule, source, color } of COLOR_CASES) {
    it(rule, async () => {
      await run.start(planner.descriptor(source));
      await vi.waitFor(async () => expect(await run.color()).toSatisfy(near(color)), 20_000);
      expect(run.problems()).toBe('');
    });
  }
});
