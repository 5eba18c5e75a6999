import type { Dispose } from '#shared/disposer.ts';
import { startTimeLimit } from '#shared/timeLimit.ts';
import {
  type Job,
  type JobMethod,
  type JobOutcome,
  type JobPurpose,
  PURPOSES,
} from './jobQueue.ts';
import type { EndReason } from './supervisor.ts';

/** How long one request may take, in milliseconds, before its worker is replaced. */
export interface TimeLimits {
  /** Of what a person has asked for, and can cancel. */
  readonly asked: number;
  /** Of everything else. */
  readonly background: number;
}

/** The job whose turn it is: first it waits for the worker to be ready, then it is sent there. */
export interface Turn {
  readonly job: Job | undefined;
  readonly isSent: boolean;
  take(job: Job): void;
  /** It is on its way: from now on its time counts. */
  sent(): void;
  /** The job has another purpose, and as much time, from now on, as that is worth. */
  setPurpose(purpose: JobPurpose): void;
  /** Ends the job, so many milliseconds after it was sent, in favour of another; null: lets it be. */
  giveWayAfter(milliseconds: number | null): void;
  /** The turn is over. */
  finish(outcome: JobOutcome<JobMethod>): void;
  /** Takes the turn from a job that was not sent yet. */
  leave(): void;
}

/** @param end the worker is to be replaced, since the job does not end in time */
export function createTurn(limits: TimeLimits, end: (reason: EndReason) => void): Turn {
  let job: Job | undefined;
  let sentAt: number | null = null;
  let endLimit: Dispose = () => {};
  let endGrace: Dispose = () => {};

  const limitTime = () => {
    endLimit();
    if (!job || sentAt === null) return;
    const { isAskedFor } = PURPOSES[job.purpose];
    const milliseconds = isAskedFor ? limits.asked : limits.background;
    endLimit = startTimeLimit(milliseconds, (elapsed) =>
      end({ kind: 'time-out', isAskedFor, milliseconds, elapsed }),
    );
  };
  const leave = () => {
    endLimit();
    endGrace();
    job = undefined;
    sentAt = null;
  };
  return {
    get job() {
      return job;
    },
    get isSent() {
      return sentAt !== null;
    },
    take(next) {
      job = next;
    },
    sent() {
      sentAt = performance.now();
      limitTime();
    },
    setPurpose(purpose) {
      if (job) job.purpose = purpose;
      limitTime();
    },
    giveWayAfter(milliseconds) {
      endGrace();
      if (milliseconds === null || sentAt === null) return;
      const left = Math.max(0, sentAt + milliseconds - performance.now());
      const timer = setTimeout(() => end({ kind: 'gave-way' }), left);
      endGrace = () => clearTimeout(timer);
    },
    finish(outcome) {
      const finished = job;
      leave();
      finished?.settle(outcome);
    },
    leave,
  };
}
