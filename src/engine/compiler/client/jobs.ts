import type {
  CompileReport,
  CompileRequest,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { filesIdentity } from '#core/project/project.ts';

export type JobRequest =
  | { readonly method: 'compile'; readonly params: CompileRequest }
  | { readonly method: 'findEntryPoints'; readonly params: EntryPointsRequest };

export interface JobAnswers {
  readonly compile: CompileReport;
  readonly findEntryPoints: EntryPointsResult;
}

type JobMethod = keyof JobAnswers;

export type JobAnswer = JobAnswers[JobMethod];

/** Why a job ended without an answer from the compiler. */
export type EndReason =
  | TimeOut
  | { readonly kind: 'cancelled' }
  /** The job crashed the worker, or the worker could not answer. */
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string };

export interface TimeOut {
  readonly kind: 'time-out';
  /** Whether the user asked for the job, which then gets more time. */
  readonly isAskedFor: boolean;
  readonly milliseconds: number;
  /** Wall-clock time; far above the limit if the machine was busy or asleep. */
  readonly elapsed: number;
}

export type JobOutcome<Answer extends JobAnswer = JobAnswer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  /** The caller was superseded or aborted, or the job gave way to a more urgent one. */
  | { readonly kind: 'dropped' };

/**
 * What the answer is for: warming up a worker, a view beside the result, lints after typing, the
 * list of entry points, live mode, a tool such as the debugger, or the user's command.
 */
export type Purpose =
  | 'warm-up'
  | 'view'
  | 'inspection'
  | 'lookup'
  | 'live'
  | 'asked-lookup'
  | 'tool'
  | 'asked-compile';

/** A new request supersedes the others in its lane. */
type Lane = 'warm-up' | 'view' | 'inspection' | 'lookup' | 'tool' | 'compile';

interface PurposeRules {
  /** Null for jobs without callers, which supersede nothing. */
  readonly lane: Lane | null;
  readonly urgency: number;
  /** Whether the user asked for the job, and waits for it: it gets more time. */
  readonly isAskedFor: boolean;
  readonly isCancellable: boolean;
  /** Whether the caches may answer the job and store its answer. */
  readonly isCached: boolean;
}

/**
 * The rules of each purpose. A job without callers is `abandoned`: it continues in the background
 * until an awaited job needs the worker.
 */
export const PURPOSES: Readonly<Record<Purpose | 'abandoned', PurposeRules>> = {
  'warm-up': rules('warm-up', 0, { isCancellable: false, isCached: false }),
  view: rules('view', 1, { isCancellable: false }),
  inspection: rules('inspection', 2, { isCancellable: false }),
  abandoned: rules(null, 2),
  lookup: rules('lookup', 3, { isCached: false }),
  live: rules('compile', 4),
  'asked-lookup': rules('lookup', 5, { isAskedFor: true, isCached: false }),
  tool: rules('tool', 6, { isAskedFor: true }),
  'asked-compile': rules('compile', 7, { isAskedFor: true }),
};

/** At or above this urgency, live mode or the user is waiting for the answer. */
export const AWAITED_URGENCY = PURPOSES.live.urgency;

function rules(
  lane: Lane | null,
  urgency: number,
  exceptions: Partial<PurposeRules> = {},
): PurposeRules {
  const usual = { isAskedFor: false, isCancellable: true, isCached: true };
  return { lane, urgency, ...usual, ...exceptions };
}

export interface Caller {
  readonly id: number;
  readonly purpose: Purpose;
}

export interface Job {
  readonly id: number;
  /** Identical requests have identical keys, and share a job. */
  readonly key: string;
  readonly request: JobRequest;
  readonly callers: readonly Caller[];
  /** Only one job at a time is `sent`: the one that the worker is running. */
  readonly stage: 'looking-up' | 'waiting' | 'sent';
}

/** The most urgent purpose of its callers. */
export function purposeOf({ callers }: Job): Purpose | 'abandoned' {
  const [first, ...others] = callers.map(({ purpose }) => purpose);
  if (first === undefined) return 'abandoned';
  return others.reduce((one, other) => (isMoreUrgent(other, one) ? other : one), first);
}

export function rulesOf(job: Job): PurposeRules {
  return PURPOSES[purposeOf(job)];
}

function isMoreUrgent(one: Purpose, other: Purpose): boolean {
  return PURPOSES[one].urgency > PURPOSES[other].urgency;
}

/** Identifies everything that an answer depends on, except the compiler. */
export function jobKey({ method, params }: JobRequest): string {
  const { target, shaderPath, sourceCode, files } = params;
  const named = 'entrypoint' in params && !compilesWholeProgram(target) ? params.entrypoint : null;
  const identity = filesIdentity(files) ?? '';
  return [method, target, named ?? '', shaderPath, identity, sourceCode].join('\n');
}
