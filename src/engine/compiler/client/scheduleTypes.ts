import type { Caller, Job, JobAnswer, JobOutcome, JobRequest } from './jobs.ts';

export interface Schedule {
  readonly worker: WorkerState;
  /** In order of request. */
  readonly jobs: readonly Job[];
  /** Keys of compiles that hung, crashed the worker or were cancelled, newest last. */
  readonly dangerous: readonly string[];
}

export type WorkerState =
  | { readonly kind: 'starting' }
  /** Warm after its first answer: the first job is slow, whatever the source. */
  | { readonly kind: 'ready'; readonly isWarm: boolean }
  /** Terminated to free memory. The next job starts another worker. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'failed'; readonly message: string };

export type ScheduleEvent =
  | { readonly kind: 'asked'; readonly caller: Caller; readonly request: JobRequest }
  | { readonly kind: 'aborted'; readonly caller: number }
  | { readonly kind: 'looked-up'; readonly job: number; readonly found: JobAnswer | null }
  | Answered
  | { readonly kind: 'faulted'; readonly job: number; readonly message: string }
  | TimeOver
  /** The job has used up the grace period that it gets while a more urgent one waits. */
  | { readonly kind: 'grace-over'; readonly job: number }
  | { readonly kind: 'worker-ready' }
  | { readonly kind: 'worker-failed'; readonly message: string }
  /** The worker was ready, then ended by itself. */
  | { readonly kind: 'worker-died'; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'retried' }
  /** The page is unlikely to need the compiler soon. */
  | { readonly kind: 'rested' }
  | { readonly kind: 'disposed' };

export interface Answered {
  readonly kind: 'answered';
  readonly job: number;
  readonly answer: JobAnswer;
  readonly isSpent: boolean;
}

export interface TimeOver {
  readonly kind: 'time-over';
  readonly job: number;
  /** The limit and the wall-clock time, in milliseconds. */
  readonly milliseconds: number;
  readonly elapsed: number;
}

export type Effect =
  | { readonly kind: 'look-up'; readonly job: Job }
  | { readonly kind: 'send'; readonly job: Job }
  | { readonly kind: 'settle'; readonly callers: readonly Caller[]; readonly outcome: JobOutcome }
  /** Terminates the worker with its job, and starts another with the same binary. */
  | { readonly kind: 'replace-worker' }
  /** Reloads the binary after a failure. */
  | { readonly kind: 'restart-worker' }
  | { readonly kind: 'close-worker' }
  | { readonly kind: 'limit-time'; readonly job: number; readonly isAskedFor: boolean }
  /** When the sent job must give way to a more urgent one; null if it need not. */
  | { readonly kind: 'give-way'; readonly job: number; readonly when: GiveWay | null }
  | { readonly kind: 'stop-timers' };

/** After the grace period, or after the time limit of background work. */
export type GiveWay = 'soon' | 'late';
