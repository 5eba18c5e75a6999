import type { ClockKind, Stopwatch } from '#engine/gpu/measure/groups/stopwatch.ts';
import { LEAST_ROUNDS, smallestStep, type Timed } from './decision.ts';

/** Times a dispatch that is repeated: nanoseconds of all repeats together. */
export type TimeDispatches<Size> = (size: Size, repeats: number) => ReturnType<Stopwatch['time']>;

export interface RoundOptions<Size> {
  readonly sizes: readonly Size[];
  readonly clock: ClockKind;
  readonly time: TimeDispatches<Size>;
  readonly signal: AbortSignal;
  /** Milliseconds of any clock. */
  now(): number;
  onRound(done: number, of: number): void;
}

export interface Rounds<Size> {
  readonly timed: readonly Timed<Size>[];
  readonly rounds: number;
}

const ROUNDS = 20;

/** Milliseconds after which no other round begins. */
const TIME_LIMIT = 5000;

/** Nanoseconds that a measurement takes if its dispatch is short: well above what clocks resolve. */
const TARGET: Readonly<Record<ClockKind, number>> = { timestamps: 4e6, queue: 2e7 };
const MOST_REPEATS = 200;

/**
 * Times all sizes in turn, in rounds, so that what slows the device down for a while concerns them
 * alike. Rejects if the signal is aborted.
 */
export async function timeInRounds<Size>(options: RoundOptions<Size>): Promise<Rounds<Size>> {
  const { signal, now, onRound } = options;
  const sizes = await warmUp(options);
  const rounds: number[][] = [];
  const begin = now();
  for (let done = 0; done < ROUNDS; done += 1) {
    if (done >= LEAST_ROUNDS && now() - begin > TIME_LIMIT) break;
    onRound(done, ROUNDS);
    const round: number[] = [];
    for (const { size, repeats } of sizes) {
      round.push((await options.time(size, repeats)) ?? Number.NaN);
      signal.throwIfAborted();
    }
    // One without all times compares nothing.
    if (!round.some(Number.isNaN)) rounds.push(round);
  }
  const step = smallestStep(rounds.flat());
  const timed = sizes.map(({ size, repeats }, index) => ({
    size,
    times: rounds.map((round) => (round[index] ?? 0) / repeats),
    resolution: step / repeats,
  }));
  return { timed, rounds: rounds.length };
}

interface Repeated<Size> {
  readonly size: Size;
  readonly repeats: number;
}

/** How often each measurement repeats its dispatch. The first dispatches are not measured. */
async function warmUp<Size>(options: RoundOptions<Size>): Promise<Repeated<Size>[]> {
  const { sizes, clock, time, signal } = options;
  const repeated: Repeated<Size>[] = [];
  for (const size of sizes) {
    await time(size, 1);
    signal.throwIfAborted();
    const taken = Math.max(1, (await time(size, 1)) ?? 0);
    signal.throwIfAborted();
    const repeats = Math.round(TARGET[clock] / taken);
    repeated.push({ size, repeats: Math.max(1, Math.min(MOST_REPEATS, repeats)) });
  }
  return repeated;
}
