import type { BinarySource, CompilerMethods } from '#compiler/protocol.ts';
import type { CompilerState } from '#program/compilerState.ts';
import type { Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { startTimeLimit } from '#shared/timeLimit.ts';
import { type Connection, connect } from './connection.ts';
import {
  CANCELLED,
  createJobQueue,
  type Job,
  type JobMethod,
  type JobOutcome,
  type JobParams,
  type JobPurpose,
} from './jobQueue.ts';
import type { ClosableTransport } from './transport.ts';

/** Why a request ended without an answer of the compiler. */
export type EndReason =
  | { readonly kind: 'time-out'; readonly milliseconds: number }
  | { readonly kind: 'cancelled' }
  /** Something more urgent did not wait for its end. */
  | { readonly kind: 'gave-way' }
  /** The worker died of it, or could not answer. */
  | { readonly kind: 'crashed'; readonly message: string }
  /** There is no compiler to ask. */
  | { readonly kind: 'unavailable'; readonly message: string };

export interface SupervisorOptions {
  /** Starts a worker; called again for each that has to be replaced. */
  readonly start: () => ClosableTransport;
  readonly binaryUrl: string;
  /** How long one request may take, in milliseconds, before its worker is replaced. */
  readonly timeLimit: number;
  /** What has run for so long gives way to what is more urgent, in milliseconds. */
  readonly grace: number;
  readonly onState: (state: CompilerState) => void;
  readonly onReady: (identity: CompilerMethods['initialize']['result']) => void;
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
  /** The request with these very parameters is wanted for a compile by now, if it is not over. */
  promote(params: JobParams): void;
  /** Ends the lookups and compiles, running or waiting. */
  cancel(): void;
  /** Whether a request of this method runs or waits. */
  has(method: JobMethod): boolean;
  /** Starts over after a failure. */
  retry(): void;
  dispose(): void;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { timeLimit, grace } = options;
  const queue = createJobQueue();
  const worker = createWorkerSlot(options, (message) =>
    replaceWorker({ kind: 'crashed', message }),
  );
  /** Has answered: a worker's first answer takes long for other reasons than the source. */
  let warm: Connection | undefined;
  let running: Job | undefined;
  /** When the running job was sent; null while it waits for the worker to be ready. */
  let sentAt: number | null = null;
  let endLimit: Dispose = () => {};
  let endGrace: Dispose = () => {};

  function finish(outcome: JobOutcome<JobMethod>): void {
    endLimit();
    endGrace();
    running?.settle(outcome);
    running = undefined;
    sentAt = null;
  }

  /** Ends what runs, with the reason, and goes on in a new worker. */
  function replaceWorker(reason: EndReason): void {
    finish({ kind: 'ended', reason });
    worker.replace();
    void next();
  }

  async function next(): Promise<void> {
    if (running) return;
    const job = queue.takeNext();
    if (!job) return;
    running = job;
    const used = worker.connection;
    // A cancelled or timed-out job has been settled, and another may run, when its promise ends.
    const mine = () => running === job;
    const reason = await used.ready.then(() => null, unavailable);
    if (reason && mine()) finish({ kind: 'ended', reason });
    if (!mine()) return next();
    endLimit = startTimeLimit(timeLimit, () =>
      replaceWorker({ kind: 'time-out', milliseconds: timeLimit }),
    );
    sentAt = performance.now();
    limitToGrace();
    try {
      const result = await used.requests.request(job.method, job.params);
      warm = used;
      if (mine()) finish({ kind: 'answered', result });
      if ('spent' in result && result.spent && worker.connection === used) worker.replace();
    } catch (thrown) {
      if (mine()) replaceWorker({ kind: 'crashed', message: messageOf(thrown) });
    }
    return next();
  }

  /** Sees to it that what runs is over after its grace, if something more urgent waits. */
  function limitToGrace(): void {
    endGrace();
    if (!running || sentAt === null || !queue.outranks(running)) return;
    if (running.purpose === 'warm-up' || warm !== worker.connection) return;
    const left = Math.max(0, sentAt + grace - performance.now());
    const timer = setTimeout(() => replaceWorker({ kind: 'gave-way' }), left);
    endGrace = () => clearTimeout(timer);
  }

  /** The queue has changed, or how urgent something is. */
  function reconsider(): void {
    if (running && sentAt === null && queue.outranks(running)) {
      queue.putBack(running);
      running = undefined;
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
    promote(params) {
      const job = running?.params === params ? running : queue.find(params);
      if (job) job.purpose = 'compile';
      reconsider();
    },
    cancel() {
      queue.cancel(isAskedFor);
      if (!running || !isAskedFor(running)) limitToGrace();
      else if (sentAt !== null) replaceWorker(CANCELLED.reason);
      else finish(CANCELLED);
      void next();
    },
    has: (method) => running?.method === method || queue.has(method),
    retry: worker.startOver,
    dispose() {
      finish(CANCELLED);
      queue.cancel(() => true);
      worker.close();
    },
  };
}

function isAskedFor({ purpose }: Job): boolean {
  return purpose === 'compile' || purpose === 'lookup';
}

/** The worker of the moment; those after it take over the binary that it has compiled. */
function createWorkerSlot(options: SupervisorOptions, onDied: (message: string) => void) {
  const { onState } = options;
  let binary: BinarySource = { kind: 'url', url: options.binaryUrl };
  let connection = open();

  function open(): Connection {
    const opened = openWatched(options, binary, {
      onReady(identity) {
        binary = { kind: 'module', module: identity.module };
      },
      onFailed(message) {
        if (connection === opened) onState({ kind: 'failed', message });
      },
      onDied(message) {
        if (connection === opened) onDied(message);
      },
    });
    return opened;
  }

  function replaceWith(state: CompilerState, reason: string): void {
    const old = connection;
    onState(state);
    connection = open();
    old.close(reason);
  }

  return {
    get connection() {
      return connection;
    },
    replace: () => replaceWith({ kind: 'restarting' }, 'This worker was replaced.'),
    startOver: () =>
      replaceWith(
        { kind: 'loading', progress: { received: 0, total: null } },
        'The compiler was started over.',
      ),
    close: () => connection.close('The page no longer needs the compiler.'),
  };
}

interface Watch {
  onReady(identity: CompilerMethods['initialize']['result']): void;
  /** It never became ready. */
  onFailed(message: string): void;
  /** It went away by itself after it was ready. */
  onDied(message: string): void;
}

/** Opens a connection and reports what becomes of it. */
function openWatched(options: SupervisorOptions, binary: BinarySource, watch: Watch): Connection {
  const { onState, onReady } = options;
  let isReady = false;
  const opened = connect({
    start: options.start,
    binary,
    onEvent: ({ progress }) => onState({ kind: 'loading', progress }),
    onClosed: (message) => {
      // Before it was ready, `ready` is rejected and says so.
      if (isReady) watch.onDied(message);
    },
  });
  opened.ready.then(
    (identity) => {
      isReady = true;
      watch.onReady(identity);
      onReady(identity);
      onState({ kind: 'ready', compilerVersion: identity.compilerVersion });
    },
    (thrown) => watch.onFailed(messageOf(thrown)),
  );
  return opened;
}

function unavailable(thrown: unknown): EndReason {
  return { kind: 'unavailable', message: messageOf(thrown) };
}
