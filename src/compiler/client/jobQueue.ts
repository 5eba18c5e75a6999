import type { CompilerMethod, CompilerMethods } from '#compiler/protocol.ts';
import type { EndReason } from './supervisor.ts';

export type JobOutcome<Method extends CompilerMethod> =
  | { readonly kind: 'answered'; readonly result: CompilerMethods[Method]['result'] }
  | { readonly kind: 'ended'; readonly reason: EndReason };

export const CANCELLED = { kind: 'ended', reason: { kind: 'cancelled' } } as const;

/** Methods that may be asked of a compiler that is ready. */
export type JobMethod = Exclude<CompilerMethod, 'initialize'>;

export type JobParams = CompilerMethods[JobMethod]['params'];

/** What a request is for. */
export type JobPurpose = 'warm-up' | 'inspection' | 'lookup' | 'compile';

/** The more urgent goes first: nobody waits for an inspection, and a person for each compile. */
const URGENCY: Readonly<Record<JobPurpose, number>> = {
  'warm-up': 0,
  inspection: 1,
  lookup: 2,
  compile: 3,
};

/** A request on its way to the worker, or there. */
export interface Job {
  readonly method: JobMethod;
  readonly params: JobParams;
  /** A request that is shared may become more urgent. */
  purpose: JobPurpose;
  settle(outcome: JobOutcome<JobMethod>): void;
}

/** Requests that wait: the most urgent first, and of equals the oldest. */
export interface JobQueue {
  add(job: Job): void;
  /** In front of its equals: it was there before them. */
  putBack(job: Job): void;
  takeNext(): Job | undefined;
  /** Ends all that are meant. */
  cancel(isMeant: (job: Job) => boolean): void;
  /** The one with these very parameters. */
  find(params: JobParams): Job | undefined;
  has(method: JobMethod): boolean;
  /** Whether one waits that is more urgent than this. */
  outranks(job: Job): boolean;
}

export function createJobQueue(): JobQueue {
  const jobs: Job[] = [];
  return {
    add: (job) => void jobs.push(job),
    putBack: (job) => void jobs.unshift(job),
    takeNext() {
      // Sorting keeps the order of equals.
      const [next] = jobs.toSorted((one, other) => URGENCY[other.purpose] - URGENCY[one.purpose]);
      if (next) jobs.splice(jobs.indexOf(next), 1);
      return next;
    },
    cancel(isMeant) {
      for (const job of jobs.filter(isMeant)) {
        jobs.splice(jobs.indexOf(job), 1);
        job.settle(CANCELLED);
      }
    },
    find: (params) => jobs.find((job) => job.params === params),
    has: (method) => jobs.some((job) => job.method === method),
    outranks: (job) => jobs.some(({ purpose }) => URGENCY[purpose] > URGENCY[job.purpose]),
  };
}
