import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { ClockKind } from '#engine/gpu/measure/stopwatch.ts';
import type { Candidate } from './candidates.ts';
import { deviation, type Faster, fastestSize, median, type Timed } from './decision.ts';

export type TrialState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'working'; readonly entryPoint: string; readonly progress: TrialProgress }
  | { readonly kind: 'stopped'; readonly entryPoint: string; readonly reason: string }
  | DoneTrial;

/** A trial that has tried every size. */
export interface DoneTrial {
  readonly kind: 'done';
  readonly entryPoint: string;
  readonly present: ThreadGroupSize;
  /** Empty if nothing can be proven. */
  readonly sizes: readonly TriedSize[];
  readonly advice: Advice;
  /** How times were measured; null if none were. */
  readonly clock: ClockKind | null;
  readonly rounds: number;
  /** The outcome of applying the advice; null before that. */
  readonly note: TrialNote | null;
}

export interface TrialNote {
  readonly isProblem: boolean;
  readonly text: string;
}

type TrialStep = 'compiling' | 'comparing' | 'measuring';

export interface TrialProgress {
  readonly step: TrialStep;
  readonly done: number;
  readonly of: number;
}

export interface TriedSize {
  readonly candidate: Candidate;
  readonly outcome: SizeOutcome;
}

export type SizeOutcome =
  /** In nanoseconds per dispatch; `spread` is the median absolute deviation. */
  | { readonly kind: 'measured'; readonly median: number; readonly spread: number }
  /** Its output in these resources differs from the current size's. */
  | { readonly kind: 'differs'; readonly resources: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

export type Advice =
  /** No size is better than the current one. */
  | { readonly kind: 'keep' }
  | ({ readonly kind: 'use' } & Faster<Candidate>)
  /** Even the current size does not always write the same values into these resources. */
  | { readonly kind: 'unproven'; readonly resources: readonly string[] };

export const CLOSED: TrialState = { kind: 'closed' };

/** The advice that the times support. `measured` includes the current size. */
export function adviceOn(measured: readonly Timed<Candidate>[]): Advice {
  const present = measured.find(({ size }) => size.isPresent);
  if (!present) return { kind: 'keep' };
  const others = measured.filter((each) => each !== present);
  const faster = fastestSize(present, others);
  return faster ? { kind: 'use', ...faster } : { kind: 'keep' };
}

export function measuredOutcome(times: readonly number[]): SizeOutcome {
  return { kind: 'measured', median: median(times), spread: deviation(times) };
}

const STEPS: readonly TrialStep[] = ['compiling', 'comparing', 'measuring'];

/** Overall progress from 0 to 1. */
export function fractionOf({ step, done, of }: TrialProgress): number {
  return (STEPS.indexOf(step) + (of === 0 ? 0 : done / of)) / STEPS.length;
}
