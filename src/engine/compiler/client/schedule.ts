import { assertNever } from '#core/util/assertNever.ts';
import {
  AWAITED_URGENCY,
  type Caller,
  type EndReason,
  type Job,
  type JobAnswer,
  type JobOutcome,
  type JobRequest,
  jobKey,
  PURPOSES,
  purposeOf,
  rulesOf,
} from './jobs.ts';

interface Schedule {
  readonly worker: WorkerState;
  /** In order of request. */
  readonly jobs: readonly Job[];
  /** Keys of compiles that hung, crashed the worker or were cancelled, newest last. */
  readonly dangerous: readonly string[];
}

type WorkerState =
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

interface Answered {
  readonly kind: 'answered';
  readonly job: number;
  readonly answer: JobAnswer;
  readonly isSpent: boolean;
}

interface TimeOver {
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

type Step = readonly [Schedule, readonly Effect[]];

export const INITIAL_SCHEDULE: Schedule = {
  worker: { kind: 'starting' },
  jobs: [],
  dangerous: [],
};

export function step(before: Schedule, event: ScheduleEvent): Step {
  const [changed, effects] = handle(before, event);
  const [after, sending] = sendNext(changed);
  return [after, [...effects, ...sending, ...timing(before, after)]];
}

/** Whether a compile is running or waiting for the worker. */
export function isCompiling({ jobs }: Schedule): boolean {
  return jobs.some(({ request, stage }) => request.method === 'compile' && stage !== 'looking-up');
}

/** Whether live mode or the user is waiting for the worker. */
export function isAwaited({ jobs }: Schedule): boolean {
  return jobs.some((job) => job.stage !== 'looking-up' && urgencyOf(job) >= AWAITED_URGENCY);
}

function handle(schedule: Schedule, event: ScheduleEvent): Step {
  switch (event.kind) {
    case 'asked':
      return ask(schedule, event.caller, event.request);
    case 'aborted':
      return withdraw(schedule, ({ id }) => id === event.caller);
    case 'looked-up': {
      const isLookedUp = (job: Job) => job.id === event.job && job.stage === 'looking-up';
      return event.found
        ? end(schedule, isLookedUp, { kind: 'answered', answer: event.found })
        : [replace(schedule, isLookedUp, (job) => ({ ...job, stage: 'waiting' })), []];
    }
    case 'answered':
      return answer(schedule, event);
    case 'faulted':
      return interrupt(schedule, hasId(event.job), crashed(event.message));
    case 'time-over':
      return timeOver(schedule, event);
    case 'grace-over':
      return interrupt(schedule, hasId(event.job), DROPPED);
    case 'worker-ready':
      return [{ ...schedule, worker: { kind: 'ready', isWarm: false } }, []];
    case 'worker-failed':
      return [{ ...schedule, worker: { kind: 'failed', message: event.message } }, []];
    case 'worker-died':
      return replaceWorker(end(schedule, isSent, crashed(event.message)));
    case 'cancelled':
      return interrupt(schedule, (job) => rulesOf(job).isCancellable, CANCELLED);
    case 'retried':
      return schedule.worker.kind === 'failed'
        ? [{ ...schedule, worker: STARTING }, [{ kind: 'restart-worker' }]]
        : [schedule, []];
    case 'rested':
      return schedule.worker.kind === 'ready' && schedule.jobs.length === 0
        ? [{ ...schedule, worker: { kind: 'resting' } }, [{ kind: 'close-worker' }]]
        : [schedule, []];
    case 'disposed':
      return dispose(schedule);
    default:
      return assertNever(event);
  }
}

const STARTING: WorkerState = { kind: 'starting' };
const DROPPED: JobOutcome = { kind: 'dropped' };
const CANCELLED: JobOutcome = { kind: 'ended', reason: { kind: 'cancelled' } };

const isSent = ({ stage }: Job) => stage === 'sent';
const isWaiting = ({ stage }: Job) => stage === 'waiting';
const hasId = (id: number) => (job: Job) => job.id === id;
const urgencyOf = (job: Job) => rulesOf(job).urgency;

function crashed(message: string): JobOutcome {
  return { kind: 'ended', reason: { kind: 'crashed', message } };
}

/** The caller joins an identical job, and supersedes all others in its lane. */
function ask(before: Schedule, caller: Caller, request: JobRequest): Step {
  const { lane, isCached } = PURPOSES[caller.purpose];
  const key = jobKey(request);
  const [schedule, effects] = withdraw(
    before,
    ({ purpose }, job) => PURPOSES[purpose].lane === lane && job.key !== key,
  );
  const isEqual = (job: Job) => job.key === key;
  if (schedule.jobs.some(isEqual)) {
    const join = (job: Job): Job => ({ ...job, callers: [...job.callers, caller] });
    return [replace(schedule, isEqual, join), effects];
  }
  const stage = isCached ? 'looking-up' : 'waiting';
  const job: Job = { id: caller.id, key, request, callers: [caller], stage };
  const lookUp: readonly Effect[] = isCached ? [{ kind: 'look-up', job }] : [];
  return [{ ...schedule, jobs: [...schedule.jobs, job] }, [...effects, ...lookUp]];
}

/** Drops these callers without an answer. A job without callers ends unless it was sent. */
function withdraw(schedule: Schedule, isMeant: (caller: Caller, job: Job) => boolean): Step {
  const leaving: Caller[] = [];
  const jobs = schedule.jobs.flatMap((job) => {
    const meant = job.callers.filter((caller) => isMeant(caller, job));
    if (meant.length === 0) return [job];
    leaving.push(...meant);
    const callers = job.callers.filter((caller) => !meant.includes(caller));
    return callers.length > 0 || isSent(job) ? [{ ...job, callers }] : [];
  });
  return [{ ...schedule, jobs }, settle(leaving, DROPPED)];
}

function answer(schedule: Schedule, { job, answer, isSpent }: Answered): Step {
  if (!schedule.jobs.some(hasId(job))) return [schedule, []];
  const warm: Schedule = { ...schedule, worker: { kind: 'ready', isWarm: true } };
  const ended = end(warm, hasId(job), { kind: 'answered', answer });
  return isSpent ? replaceWorker(ended) : ended;
}

function timeOver(schedule: Schedule, { job: id, milliseconds, elapsed }: TimeOver): Step {
  const job = schedule.jobs.find(hasId(id));
  if (!job) return [schedule, []];
  const { isAskedFor } = rulesOf(job);
  const reason: EndReason = { kind: 'time-out', isAskedFor, milliseconds, elapsed };
  return interrupt(schedule, hasId(id), { kind: 'ended', reason });
}

function dispose(schedule: Schedule): Step {
  const [{ dangerous }, effects] = end(schedule, () => true, CANCELLED);
  const message = 'The page no longer needs the compiler.';
  const worker: WorkerState = { kind: 'failed', message };
  return [{ worker, jobs: [], dangerous }, [...effects, { kind: 'close-worker' }]];
}

/** Ends jobs; if one of them was sent, also replaces the worker. */
function interrupt(schedule: Schedule, isMeant: (job: Job) => boolean, outcome: JobOutcome): Step {
  const ended = end(schedule, isMeant, outcome);
  const isInterrupted = schedule.jobs.some((job) => isSent(job) && isMeant(job));
  return isInterrupted ? replaceWorker(ended) : ended;
}

function replaceWorker([schedule, effects]: Step): Step {
  return [{ ...schedule, worker: STARTING }, [...effects, { kind: 'replace-worker' }]];
}

function end(schedule: Schedule, isMeant: (job: Job) => boolean, outcome: JobOutcome): Step {
  const ended = schedule.jobs.filter(isMeant);
  const callers = ended.flatMap((job) => job.callers);
  const jobs = schedule.jobs.filter((job) => !ended.includes(job));
  const dangerous = noteDangerous(schedule.dangerous, ended, outcome);
  return [{ ...schedule, jobs, dangerous }, settle(callers, outcome)];
}

const DANGEROUS_LIMIT = 100;

/** Maximum characters of their keys, which contain the sources. The newest key always stays. */
const DANGEROUS_CHARACTERS = 8 << 20;

/** A compile that the worker did not finish may never finish. */
function noteDangerous(
  dangerous: readonly string[],
  ended: readonly Job[],
  outcome: JobOutcome,
): readonly string[] {
  if (outcome.kind !== 'ended') return dangerous;
  const keys = ended
    .filter((job) => isSent(job) && job.request.method === 'compile')
    .map(({ key }) => key);
  return keys.length > 0 ? newestWithin([...dangerous, ...keys]) : dangerous;
}

function newestWithin(keys: readonly string[]): readonly string[] {
  let characters = 0;
  const fits = (key: string, index: number) => {
    characters += key.length;
    return index === 0 || characters <= DANGEROUS_CHARACTERS;
  };
  return keys.slice(-DANGEROUS_LIMIT).toReversed().filter(fits).toReversed();
}

function settle(callers: readonly Caller[], outcome: JobOutcome): readonly Effect[] {
  return callers.length > 0 ? [{ kind: 'settle', callers, outcome }] : [];
}

function replace(
  schedule: Schedule,
  isMeant: (job: Job) => boolean,
  change: (job: Job) => Job,
): Schedule {
  return { ...schedule, jobs: schedule.jobs.map((job) => (isMeant(job) ? change(job) : job)) };
}

/** If the worker is free, sends the most urgent job; among equals, the oldest. */
function sendNext(schedule: Schedule): Step {
  const { worker, jobs } = schedule;
  switch (worker.kind) {
    case 'starting':
      return [schedule, []];
    case 'resting':
      return jobs.some(isWaiting) ? replaceWorker([schedule, []]) : [schedule, []];
    case 'failed':
      return end(schedule, isWaiting, {
        kind: 'ended',
        reason: { kind: 'unavailable', message: worker.message },
      });
    case 'ready': {
      if (jobs.some(isSent)) return [schedule, []];
      // The sort is stable, so the oldest of equally urgent jobs comes first.
      const [next] = jobs.filter(isWaiting).toSorted((a, b) => urgencyOf(b) - urgencyOf(a));
      if (!next) return [schedule, []];
      const job: Job = { ...next, stage: 'sent' };
      return [replace(schedule, hasId(job.id), () => job), [{ kind: 'send', job }]];
    }
    default:
      return assertNever(worker);
  }
}

function timing(before: Schedule, after: Schedule): readonly Effect[] {
  const sentBefore = before.jobs.find(isSent);
  const job = after.jobs.find(isSent);
  if (!job) return sentBefore ? [{ kind: 'stop-timers' }] : [];
  const was = sentBefore?.id === job.id ? sentBefore : undefined;
  const effects: Effect[] = [];
  if (!was || deservesMoreTime(was, job)) {
    effects.push({ kind: 'limit-time', job: job.id, isAskedFor: rulesOf(job).isAskedFor });
  }
  const when = givesWay(after, job);
  if (when !== (was ? givesWay(before, was) : null)) {
    effects.push({ kind: 'give-way', job: job.id, when });
  }
  return effects;
}

/** The time limit restarts for a more urgent caller, and when the user starts or stops waiting. */
function deservesMoreTime(before: Job, after: Job): boolean {
  return (
    urgencyOf(after) > urgencyOf(before) || rulesOf(after).isAskedFor !== rulesOf(before).isAskedFor
  );
}

function givesWay({ worker, jobs }: Schedule, job: Job): GiveWay | null {
  const isOutranked = jobs.some((other) => isWaiting(other) && urgencyOf(other) > urgencyOf(job));
  if (!isOutranked) return null;
  const isWarm = worker.kind === 'ready' && worker.isWarm;
  return isWarm && purposeOf(job) !== 'warm-up' ? 'soon' : 'late';
}
