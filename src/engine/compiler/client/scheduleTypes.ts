import type { Caller, Job, JobAnswer, JobOutcome, JobRequest } from './jobs.ts';

/** All jobs for the one worker, from their request until their end. */
export interface Schedule {
  readonly worker: WorkerState;
  /** In the order of their requests. */
  readonly jobs: readonly Job[];
  /** Keys of compiles that hung, killed the worker or were cancelled, the newest last. */
  readonly dangerous: readonly string[];
}

export type WorkerState =
  | { readonly kind: 'starting' }
  /** Warm once it has answered: its first job is slow, whatever the source. */
  | { readonly kind: 'ready'; readonly isWarm: boolean }
  /** Ended because nobody needs it. The next job starts another. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'failed'; readonly message: string };

export type ScheduleEvent =
  | { readonly kind: 'asked'; readonly caller: Caller; readonly request: JobRequest }
  /** A caller no longer wants an answer. */
  | { readonly kind: 'aborted'; readonly caller: number }
  | { readonly kind: 'looked-up'; readonly job: number; readonly found: JobAnswer | null }
  | Answered
  /** The worker could not handle a job. */
  | { readonly kind: 'faulted'; readonly job: number; readonly message: string }
  | TimeOver
  /** A job has used up the grace that it gets while a more urgent one waits. */
  | { readonly kind: 'grace-over'; readonly job: number }
  | { readonly kind: 'worker-ready' }
  /** The worker never became ready. */
  | { readonly kind: 'worker-failed'; readonly message: string }
  /** The worker was ready, and ended by itself. */
  | { readonly kind: 'worker-died'; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'retried' }
  /** The page will hardly need the compiler soon. */
  | { readonly kind: 'rested' }
  | { readonly kind: 'disposed' };

export interface Answered {
  readonly kind: 'answered';
  readonly job: number;
  readonly answer: JobAnswer;
  /** The worker survived a fault of its compiler and must be replaced. */
  readonly isSpent: boolean;
}

export interface TimeOver {
  readonly kind: 'time-over';
  readonly job: number;
  /** The limit and the elapsed time by the clock, in milliseconds. */
  readonly milliseconds: number;
  readonly elapsed: number;
}

export type Effect =
  /** Looks in the caches. */
  | { readonly kind: 'look-up'; readonly job: Job }
  | { readonly kind: 'send'; readonly job: Job }
  | { readonly kind: 'settle'; readonly callers: readonly Caller[]; readonly outcome: JobOutcome }
  /** Ends the worker and its job, and starts another with the same binary. */
  | { readonly kind: 'replace-worker' }
  /** Loads the binary again after a failure. */
  | { readonly kind: 'restart-worker' }
  | { readonly kind: 'close-worker' }
  /** Starts counting the time of the sent job. */
  | { readonly kind: 'limit-time'; readonly job: number; readonly isAskedFor: boolean }
  /** When the sent job must end for a more urgent one; null if it need not. */
  | { readonly kind: 'give-way'; readonly job: number; readonly when: GiveWay | null }
  /** The worker has no job. */
  | { readonly kind: 'stop-timers' };

/** After the grace, or after the limit of background work. */
export type GiveWay = 'soon' | 'late';
