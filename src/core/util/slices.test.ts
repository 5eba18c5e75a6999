import { expect, it, test } from 'vitest';
import { runAtOnce, runInSlices, type Sliced, whileNeeded } from './slices.ts';

function* countTo(limit: number, onStep: () => void = () => {}): Sliced<number> {
  for (let count = 0; count < limit; count += 1) {
    onStep();
    yield;
  }
  return limit;
}

test('returns the same result at once and in slices', async () => {
  expect(runAtOnce(countTo(100))).toBe(100);
  expect(await runInSlices(countTo(100))).toBe(100);
});

test('lets other tasks run between slices', async () => {
  let others = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    others += 1;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  const busy = () => {
    const until = performance.now() + 3;
    while (performance.now() < until);
  };
  await runInSlices(countTo(12, busy));
  port1.close();
  expect(others).toBeGreaterThan(0);
});

test('passes on what sliced work throws', async () => {
  const failing = function* (): Sliced<number> {
    yield;
    throw new Error('broken');
  };
  await expect(runInSlices(failing())).rejects.toThrow('broken');
});

function* stepTo(limit: number, onStep = (_count: number) => {}): Sliced<number> {
  for (let count = 1; count <= limit; count += 1) {
    onStep(count);
    yield;
  }
  return limit;
}

it('ends work without a result once nobody needs it', async () => {
  const end = new AbortController();
  const steps: number[] = [];
  const onStep = (count: number) => {
    steps.push(count);
    if (count === 3) end.abort();
  };
  const { signal } = new AbortController();
  const whole = whileNeeded(stepTo(5), signal);
  expect(await runInSlices(whole)).toBe(5);
  expect(await runInSlices(whileNeeded(stepTo(100, onStep), end.signal))).toBeNull();
  expect(steps).toEqual([1, 2, 3]);
});
