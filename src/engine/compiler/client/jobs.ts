import type {
  CompileReport,
  CompileRequest,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { filesIdentity } from '#core/project/filesIdentity.ts';

/** A request to a compiler that is ready. */
export type JobRequest =
  | { readonly method: 'compile'; readonly params: CompileRequest }
  | { readonly method: 'findEntryPoints'; readonly params: EntryPointsRequest };

/** The answer of each method. */
export interface JobAnswers {
  readonly compile: CompileReport;
  readonly findEntryPoints: EntryPointsResult;
}

type JobMethod = keyof JobAnswers;

export type JobAnswer = JobAnswers[JobMethod];

/** The reason why a job ended without an answer of the compiler. */
export type EndReason =
  | TimeOut
  | { readonly kind: 'cancelled' }
  /** The job killed the worker, or the worker could not answer. */
  | { readonly kind: 'crashed'; readonly message: string }
  /** There is no compiler. */
  | { readonly kind: 'unavailable'; readonly message: string };

export interface TimeOut {
  readonly kind: 'time-out';
  /** Whether the user asked for the job: then it gets more time. */
  readonly isAskedFor: boolean;
  /** The limit, in milliseconds. */
  readonly milliseconds: number;
  /** The elapsed time by the clock: more than the limit if the machine was busy or slept. */
  readonly elapsed: number;
}

/** The outcome for a caller. */
export type JobOutcome<Answer extends JobAnswer = JobAnswer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  /** The caller was superseded or aborted, or the job gave way to a more urgent one. */
  | { readonly kind: 'dropped' };

/**
 * The purpose of a caller: a warm worker, what a view shows beside the result, the lints of the source
 * after typing, the list of entry points, the run that live mode updates, a tool such as the debugger,
 * or the user's command.
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

/** A caller supersedes the callers of its lane with another request. */
type Lane = 'warm-up' | 'view' | 'inspection' | 'lookup' | 'tool' | 'compile';

interface PurposeRules {
  /** Null for a job without callers. It supersedes nothing. */
  readonly lane: Lane | null;
  /** The most urgent job is sent first. */
  readonly urgency: number;
  /** Whether the user asked for it, and sees how long it takes: it gets more time. */
  readonly isAskedFor: boolean;
  /** Whether Cancel ends it. */
  readonly isCancellable: boolean;
  /** Whether to look in the caches before using the worker, and to store its answer there. */
  readonly isCached: boolean;
}

/**
 * The rules of each purpose. A job whose last caller has left continues as `abandoned`: in the
 * background, until an awaited job needs the worker.
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

/** From this urgency on, somebody waits for the answer. */
export const AWAITED_URGENCY = PURPOSES.live.urgency;

function rules(
  lane: Lane | null,
  urgency: number,
  exceptions: Partial<PurposeRules> = {},
): PurposeRules {
  const usual = { isAskedFor: false, isCancellable: true, isCached: true };
  return { lane, urgency, ...usual, ...exceptions };
}

/** A caller that waits for a job's answer. */
export interface Caller {
  readonly id: number;
  readonly purpose: Purpose;
}

/** A request for the worker, with its callers. */
export interface Job {
  /** The id of its first caller. */
  readonly id: number;
  /** Equal requests have equal keys, and share a job. */
  readonly key: string;
  readonly request: JobRequest;
  readonly callers: readonly Caller[];
  /** One job at a time is `sent`: it is with the worker. */
  readonly stage: 'looking-up' | 'waiting' | 'sent';
}

/** A job's purpose: the most urgent one of its callers. */
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
