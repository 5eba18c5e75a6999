import type { CompilerMethods } from '#compiler/protocol.ts';
import { messageOf } from '#shared/errors.ts';
import type { Connection } from './connection.ts';
import {
  asks,
  CANCELLED,
  createJobQueue,
  GAVE_WAY,
  type Job,
  type JobMethod,
  type JobOutcome,
  type JobParams,
  type JobPurpose,
  PURPOSES,
} from './jobQueue.ts';
import { createTurn, type TimeLimits } from './turn.ts';
import { createWorkerSlot, type WorkerOptions } from './workerSlot.ts';

/** Why a request ended without an answer of the compiler. */
export type EndReason =
  | TimeOut
  | { readonly kind: 'cancelled' }
  /** Something more urgent did not wait for its end. */
  | { readonly kind: 'gave-way' }
  /** The worker died of it, or could not answer. */
  | { readonly kind: 'crashed'; readonly message: string }
  /** There is no compiler to ask. */
  | { readonly kind: 'unavailable'; readonly message: string };

export interface TimeOut {
  readonly kind: 'time-out';
  /** Whether a person has asked for it, who can wait for longer. */
  readonly isAskedFor: boolean;
  /** The limit, in milliseconds. */
  readonly milliseconds: number;
  /** What the clock has counted meanwhile: more, where the machine was busy or slept. */
  readonly elapsed: number;
}

export interface SupervisorOptions extends WorkerOptions {
  readonly timeLimits: TimeLimits;
  /** What has run for so long gives way to what is more urgent, in milliseconds. */
  readonly grace: number;
}

/**
 * Keeps a compiler worker alive. Requests are sent one at a time, so that the one that hangs or
 * kills its worker is known: it is answered with what happened, a new worker takes over with the
 * module that was compiled already, and the others go on there.
 */
export interface Supervisor {
  /** Never rejects. Waits for the compiler while it loads, and for what is more urgent. */
  run<Method extends JobMethod>(
    method: Method,
    params: CompilerMethods[Method]['params'],
    purpose: JobPurpose,
  ): Promise<JobOutcome<Method>>;
  /** If this request is not over, it is more urgent from now on, and its time counts anew. */
  promote(method: JobMethod, params: JobParams, purpose: JobPurpose): void;
  /** Nobody waits for this request any more: it ends soon, if something else is to be done. */
  abandon(method: JobMethod, params: JobParams): void;
  /** Ends the lookups and compiles, running or waiting. */
  cancel(): void;
  /** Whether a request of this method runs or waits. */
  has(method: JobMethod): boolean;
  /** Whether a request of live mode or of a person runs or waits. */
  isAwaited(): boolean;
  /** Starts over after a failure. */
  retry(): void;
  dispose(): void;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { timeLimits, grace } = options;
  const queue = createJobQueue();
  const turn = createTurn(timeLimits, replaceWorker);
  const worker = createWorkerSlot(options, (message) =>
    replaceWorker({ kind: 'crashed', message }),
  );
  /** Has answered: a worker's first answer takes long for other reasons than the source. */
  let warm: Connection | undefined;

  /** Ends what runs, with the reason, and goes on in a new worker. */
  function replaceWorker(reason: EndReason): void {
    turn.finish({ kind: 'ended', reason });
    worker.replace();
    void next();
  }

  async function next(): Promise<void> {
    if (turn.job) return;
    const job = queue.takeNext();
    if (!job) return;
    turn.take(job);
    const used = worker.connection;
    // A cancelled or timed-out job has been settled, and another may run, when its promise ends.
    const mine = () => turn.job === job;
    const reason = await used.ready.then(() => null, unavailable);
    if (reason && mine()) turn.finish({ kind: 'ended', reason });
    if (!mine()) return next();
    turn.sent();
    limitToGrace();
    try {
      const result = await used.requests.request(job.method, job.params);
      warm = used;
      if (mine()) turn.finish({ kind: 'answered', result });
      if ('spent' in result && result.spent && worker.connection === used) worker.replace();
    } catch (thrown) {
      if (mine()) replaceWorker({ kind: 'crashed', message: messageOf(thrown) });
    }
    return next();
  }

  /** Sees to it that what runs is over after its grace, if something more urgent waits. */
  function limitToGrace(): void {
    const { job } = turn;
    const isCold = job?.purpose === 'warm-up' || warm !== worker.connection;
    const patience = isCold ? timeLimits.background : grace;
    turn.giveWayAfter(job && queue.outranks(job) ? patience : null);
  }

  function isUnderWay(isMeant: (job: Job) => boolean): boolean {
    return (turn.job !== undefined && isMeant(turn.job)) || queue.has(isMeant);
  }

  /** The queue has changed, or how urgent something is. */
  function reconsider(): void {
    const { job, isSent } = turn;
    if (job && !isSent && queue.outranks(job)) {
      queue.putBack(job);
      turn.leave();
    }
    limitToGrace();
    void next();
  }

  return {
    run: <Method extends JobMethod>(
      method: Method,
      params: CompilerMethods[Method]['params'],
      purpose: JobPurpose,
    ) =>
      new Promise<JobOutcome<Method>>((resolve) => {
        // The protocol ties the result to the method of the same job.
        queue.add({ method, params, purpose, settle: resolve as Job['settle'] });
        reconsider();
      }),
    promote(method, params, purpose) {
      const { job } = turn;
      const waiting = queue.find(method, params);
      if (waiting && isMoreUrgent(purpose, waiting)) waiting.purpose = purpose;
      if (job && asks(job, method, params) && isMoreUrgent(purpose, job)) turn.setPurpose(purpose);
      reconsider();
    },
    abandon(method, params) {
      queue.end(GAVE_WAY, (job) => asks(job, method, params));
      const { job, isSent } = turn;
      if (job && asks(job, method, params)) {
        if (isSent) turn.setPurpose('overtaken');
        else turn.finish(GAVE_WAY);
      }
      reconsider();
    },
    cancel() {
      queue.end(CANCELLED, isInSight);
      const { job, isSent } = turn;
      if (job && isInSight(job)) {
        if (isSent) replaceWorker(CANCELLED.reason);
        else turn.finish(CANCELLED);
      }
      reconsider();
    },
    has: (method) => isUnderWay((job) => job.method === method),
    isAwaited: () => isUnderWay(isAwaited),
    retry: worker.startOver,
    dispose() {
      turn.finish(CANCELLED);
      queue.end(CANCELLED, () => true);
      worker.close();
    },
  };
}

function isMoreUrgent(purpose: JobPurpose, job: Job): boolean {
  return PURPOSES[purpose].urgency > PURPOSES[job.purpose].urgency;
}

function isAwaited({ purpose }: Job): boolean {
  return PURPOSES[purpose].urgency >= PURPOSES.live.urgency;
}

function isInSight({ purpose }: Job): boolean {
  return PURPOSES[purpose].isInSight;
}

function unavailable(thrown: unknown): EndReason {
  return { kind: 'unavailable', message: messageOf(thrown) };
}
