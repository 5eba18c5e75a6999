import type { CompilerMethod, CompilerMethods } from '#compiler/protocol.ts';
import type { EndReason } from './supervisor.ts';

export type JobOutcome<Method extends CompilerMethod> =
  | { readonly kind: 'answered'; readonly result: CompilerMethods[Method]['result'] }
  | { readonly kind: 'ended'; readonly reason: EndReason };

export const CANCELLED = { kind: 'ended', reason: { kind: 'cancelled' } } as const;
export const GAVE_WAY = { kind: 'ended', reason: { kind: 'gave-way' } } as const;

/** Methods that may be asked of a compiler that is ready. */
export type JobMethod = Exclude<CompilerMethod, 'initialize'>;

export type JobParams = CompilerMethods[JobMethod]['params'];

/**
 * What a request is for. Nobody waits for a warm-up, an inspection or what was overtaken; a lookup
 * keeps the list of entry points up to date, and a live compile what runs; the last two a person has
 * asked for.
 */
export type JobPurpose =
  | 'warm-up'
  | 'overtaken'
  | 'inspection'
  | 'lookup'
  | 'live'
  | 'asked-lookup'
  | 'asked-compile';

interface PurposeRules {
  /** The more urgent goes first. */
  readonly urgency: number;
  /** Whether somebody has pressed a button for it and may cancel it: it gets more time. */
  readonly isAskedFor: boolean;
  /** Whether Cancel ends it. */
  readonly isInSight: boolean;
}

export const PURPOSES: Readonly<Record<JobPurpose, PurposeRules>> = {
  'warm-up': { urgency: 0, isAskedFor: false, isInSight: false },
  overtaken: { urgency: 0, isAskedFor: false, isInSight: true },
  inspection: { urgency: 1, isAskedFor: false, isInSight: false },
  lookup: { urgency: 2, isAskedFor: false, isInSight: true },
  live: { urgency: 3, isAskedFor: false, isInSight: true },
  'asked-lookup': { urgency: 4, isAskedFor: true, isInSight: true },
  'asked-compile': { urgency: 5, isAskedFor: true, isInSight: true },
};

/** A request on its way to the worker, or there. */
export interface Job {
  readonly method: JobMethod;
  readonly params: JobParams;
  /** A request that is shared may become more urgent. */
  purpose: JobPurpose;
  settle(outcome: JobOutcome<JobMethod>): void;
}

/** Whether a job asks exactly this. */
export function asks(job: Job, method: JobMethod, params: JobParams): boolean {
  return job.method === method && isSameRequest(job.params, params);
}

export function isSameRequest(one: JobParams, other: JobParams): boolean {
  return (
    one.sourceCode === other.sourceCode &&
    one.target === other.target &&
    one.shaderPath === other.shaderPath &&
    entryPointOf(one) === entryPointOf(other)
  );
}

function entryPointOf(params: JobParams): string | null {
  return 'entrypoint' in params ? params.entrypoint : null;
}

/** Requests that wait: the most urgent first, and of equals the oldest. */
export interface JobQueue {
  add(job: Job): void;
  /** In front of its equals: it was there before them. */
  putBack(job: Job): void;
  takeNext(): Job | undefined;
  /** Ends all that are meant. */
  end(outcome: JobOutcome<JobMethod>, isMeant: (job: Job) => boolean): void;
  /** The one that asks exactly this. */
  find(method: JobMethod, params: JobParams): Job | undefined;
  has(isMeant: (job: Job) => boolean): boolean;
  /** Whether one waits that is more urgent than this. */
  outranks(job: Job): boolean;
}

export function createJobQueue(): JobQueue {
  const jobs: Job[] = [];
  const urgencyOf = ({ purpose }: Job) => PURPOSES[purpose].urgency;
  return {
    add: (job) => void jobs.push(job),
    putBack: (job) => void jobs.unshift(job),
    takeNext() {
      // Sorting keeps the order of equals.
      const [next] = jobs.toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
      if (next) jobs.splice(jobs.indexOf(next), 1);
      return next;
    },
    end(outcome, isMeant) {
      for (const job of jobs.filter(isMeant)) {
        jobs.splice(jobs.indexOf(job), 1);
        job.settle(outcome);
      }
    },
    find: (method, params) => jobs.find((job) => asks(job, method, params)),
    has: (isMeant) => jobs.some(isMeant),
    outranks: (job) => jobs.some((waiting) => urgencyOf(waiting) > urgencyOf(job)),
  };
}
