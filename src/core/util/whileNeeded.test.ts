import { expect, it } from 'vitest';
import { runInSlices, type Sliced } from './slices.ts';
import { whileNeeded } from './whileNeeded.ts';

function* countTo(limit: number, onStep = (_count: number) => {}): Sliced<number> {
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
  const whole = whileNeeded(countTo(5), signal);
  expect(await runInSlices(whole)).toBe(5);
  expect(await runInSlices(whileNeeded(countTo(100, onStep), end.signal))).toBeNull();
  expect(steps).toEqual([1, 2, 3]);
});
