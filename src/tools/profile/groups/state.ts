import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { ClockKind } from '#engine/gpu/measure/groups/stopwatch.ts';
import type { Candidate } from './candidates.ts';
import { deviation, type Faster, fastestSize, median, type Timed } from './decision.ts';

/** What is known of the trial of group sizes. */
export type TrialState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'working'; readonly entryPoint: string; readonly progress: TrialProgress }
  | { readonly kind: 'stopped'; readonly entryPoint: string; readonly reason: string }
  | DoneTrial;

/** Every size was tried. */
export interface DoneTrial {
  readonly kind: 'done';
  readonly entryPoint: string;
  readonly present: ThreadGroupSize;
  /** None if nothing can be proven. */
  readonly sizes: readonly TriedSize[];
  readonly advice: Advice;
  /** How times were taken; null if none were. */
  readonly clock: ClockKind | null;
  readonly rounds: number;
  /** What became of the advice; null until it was taken. */
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

/** What a trial has found about a group size. */
export interface TriedSize {
  readonly candidate: Candidate;
  readonly outcome: SizeOutcome;
}

export type SizeOutcome =
  /** In nanoseconds of one dispatch; the spread is the median distance from the median. */
  | { readonly kind: 'measured'; readonly median: number; readonly spread: number }
  /** It writes something else into these resources. */
  | { readonly kind: 'differs'; readonly resources: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

export type Advice =
  /** The current size is as good as any. */
  | { readonly kind: 'keep' }
  | ({ readonly kind: 'use' } & Faster<Candidate>)
  /** The present size itself writes something else from time to time, into these resources. */
  | { readonly kind: 'unproven'; readonly resources: readonly string[] };

export const CLOSED: TrialState = { kind: 'closed' };

/** What the times say. The present size is one of those that were measured. */
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

/** From 0 to 1, over all steps. */
export function fractionOf({ step, done, of }: TrialProgress): number {
  return (STEPS.indexOf(step) + (of === 0 ? 0 : done / of)) / STEPS.length;
}
