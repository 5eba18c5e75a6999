import type {
  CompileReport,
  CompileRequest,
  EntryPointsRequest,
  EntryPointsResult,
} from '#program/compileResult.ts';
import { compilesWholeProgram } from '#program/compileTarget.ts';

/** What a compiler that is ready can be asked. */
export type JobRequest =
  | { readonly method: 'compile'; readonly params: CompileRequest }
  | { readonly method: 'findEntryPoints'; readonly params: EntryPointsRequest };

/** What each method answers. */
export interface JobAnswers {
  readonly compile: CompileReport;
  readonly findEntryPoints: EntryPointsResult;
}

export type JobMethod = keyof JobAnswers;

export type JobAnswer = JobAnswers[JobMethod];

/** Why a job ended without an answer of the compiler. */
export type EndReason =
  | TimeOut
  | { readonly kind: 'cancelled' }
  /** The worker died of it, or could not answer. */
  | { readonly kind: 'crashed'; readonly message: string }
  /** There is no compiler to ask. */
  | { readonly kind: 'unavailable'; readonly message: string };

export interface TimeOut {
  readonly kind: 'time-out';
  /** Whether a person asked for the job: then it gets more time. */
  readonly isAskedFor: boolean;
  /** The limit, in milliseconds. */
  readonly milliseconds: number;
  /** What the clock counted meanwhile: more than the limit if the machine was busy or slept. */
  readonly elapsed: number;
}

/** What a caller gets. */
export type JobOutcome<Answer extends JobAnswer = JobAnswer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  /** The caller was superseded or aborted, or the job gave way to a more urgent one. */
  | { readonly kind: 'dropped' };

/**
 * What a caller wants an answer for: a warm worker, the lints of a source that rests, the list of
 * entry points, the run that live mode updates, a tool such as the debugger, or what a person pressed a
 * button for.
 */
export type Purpose =
  | 'warm-up'
  | 'inspection'
  | 'lookup'
  | 'live'
  | 'asked-lookup'
  | 'tool'
  | 'asked-compile';

/** A caller supersedes those of its lane that want another answer. */
type Lane = 'warm-up' | 'inspection' | 'lookup' | 'tool' | 'compile';

interface PurposeRules {
  /** Null for a job without callers, which supersedes nothing. */
  readonly lane: Lane | null;
  /** The most urgent job is sent first. */
  readonly urgency: number;
  /** Whether a person asked for it, and sees how long it takes: it gets more time. */
  readonly isAskedFor: boolean;
  /** Whether Cancel ends it. */
  readonly isCancellable: boolean;
  /** Whether the caches are asked before the worker, and get its answer. */
  readonly isCached: boolean;
}

/**
 * The rules of each purpose. A job whose last caller has left goes on as `abandoned`: in the
 * background, until something that somebody waits for needs the worker.
 */
export const PURPOSES: Readonly<Record<Purpose | 'abandoned', PurposeRules>> = {
  'warm-up': rules('warm-up', 0, { isCancellable: false, isCached: false }),
  inspection: rules('inspection', 1, { isCancellable: false }),
  abandoned: rules(null, 1),
  lookup: rules('lookup', 2, { isCached: false }),
  live: rules('compile', 3),
  'asked-lookup': rules('lookup', 4, { isAskedFor: true, isCached: false }),
  tool: rules('tool', 5, { isAskedFor: true }),
  'asked-compile': rules('compile', 6, { isAskedFor: true }),
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

/** Somebody who waits for the answer of a job. */
export interface Caller {
  readonly id: number;
  readonly purpose: Purpose;
}

/** A request for the worker, with all who wait for its answer. */
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

/** What a job is for: the most urgent purpose of its callers. */
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

/** Names everything that an answer depends on, besides the compiler. */
export function jobKey({ method, params }: JobRequest): string {
  const { target, shaderPath, sourceCode } = params;
  const named = 'entrypoint' in params && !compilesWholeProgram(target) ? params.entrypoint : null;
  return [method, target, named ?? '', shaderPath, sourceCode].join('\n');
}
