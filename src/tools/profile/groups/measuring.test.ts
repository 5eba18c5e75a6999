import { expect, it } from 'vitest';
import { type RoundOptions, timeInRounds } from './trial.ts';

const MILLISECOND = 1e6;

/** Times dispatches that take these milliseconds, on a fake clock that advances accordingly. */
function rounds(costs: Readonly<Record<string, number>>, part: Partial<RoundOptions<string>> = {}) {
  let clock = 0;
  const asked: string[] = [];
  const told: number[] = [];
  const timing = timeInRounds<string>({
    sizes: Object.keys(costs),
    clock: 'timestamps',
    signal: new AbortController().signal,
    now: () => clock,
    onRound: (done) => told.push(done),
    time: async (size, repeats) => {
      const taken = (costs[size] ?? 0) * repeats;
      asked.push(`${size} × ${repeats}`);
      clock += taken;
      return taken * MILLISECOND;
    },
    ...part,
  });
  return { timing, asked, told };
}

it('rounds time all sizes in turn, and repeat short dispatches', async () => {
  const { timing, asked, told } = rounds({ a: 1, b: 0.5, c: 10 });
  const { timed, rounds: count } = await timing;
  expect(count).toBe(20);
  expect(told).toHaveLength(20);
  expect(timed.map(({ size, times }) => [size, times[0], times.length])).toEqual([
    ['a', 1 * MILLISECOND, 20],
    ['b', 0.5 * MILLISECOND, 20],
    ['c', 10 * MILLISECOND, 20],
  ]);
  expect(asked.slice(0, 6)).toEqual(['a × 1', 'a × 1', 'b × 1', 'b × 1', 'c × 1', 'c × 1']);
  expect(asked.slice(6, 12)).toEqual(['a × 4', 'b × 8', 'c × 1', 'a × 4', 'b × 8', 'c × 1']);
});

it('rounds are fewer if a dispatch takes long, but enough to estimate the noise', async () => {
  expect((await rounds({ a: 300, b: 400 }).timing).rounds).toBe(8);
  expect((await rounds({ a: 3000, b: 4000 }).timing).rounds).toBe(3);
});

it('rounds with missing times do not count', async () => {
  let calls = 0;
  const time = async () => {
    calls += 1;
    return calls % 10 === 7 ? null : MILLISECOND;
  };
  const { timed, rounds: count } = await rounds({ a: 1, b: 1 }, { time }).timing;
  expect(count).toBe(16);
  expect(timed.every(({ times }) => times.length === 16)).toBe(true);
});

it('rounds determine the clock’s resolution', async () => {
  let calls = 0;
  const time = async (_: string, repeats: number) => {
    calls += 1;
    return repeats === 1 ? MILLISECOND : 4 * MILLISECOND + (calls % 3) * 100_000;
  };
  const { timed } = await rounds({ a: 1 }, { time }).timing;
  expect(timed[0]?.resolution).toBe(25_000);
});
