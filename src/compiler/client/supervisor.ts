import type { BinarySource, CompilerMethod, CompilerMethods } from '#compiler/protocol.ts';
import type { CompilerState } from '#program/compilerState.ts';
import type { Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { startTimeLimit } from '#shared/timeLimit.ts';
import { type Connection, connect } from './connection.ts';
import type { ClosableTransport } from './transport.ts';

/** Why a request ended without an answer of the compiler. */
export type EndReason =
  | { readonly kind: 'time-out'; readonly milliseconds: number }
  | { readonly kind: 'cancelled' }
  /** The worker died of it, or could not answer. */
  | { readonly kind: 'crashed'; readonly message: string }
  /** There is no compiler to ask. */
  | { readonly kind: 'unavailable'; readonly message: string };

export type JobOutcome<Method extends CompilerMethod> =
  | { readonly kind: 'answered'; readonly result: CompilerMethods[Method]['result'] }
  | { readonly kind: 'ended'; readonly reason: EndReason };

/** Methods that may be asked of a compiler that is ready. */
export type JobMethod = Exclude<CompilerMethod, 'initialize'>;

export interface SupervisorOptions {
  /** Starts a worker; called again for each that has to be replaced. */
  readonly start: () => ClosableTransport;
  readonly binaryUrl: string;
  /** How long one request may take, in milliseconds, before its worker is replaced. */
  readonly timeLimit: number;
  readonly onState: (state: CompilerState) => void;
  readonly onReady: (identity: CompilerMethods['initialize']['result']) => void;
}

/**
 * Keeps a compiler worker alive. Requests are sent one at a time, so that the one that hangs or
 * kills its worker is known: it is answered with what happened, a new worker takes over with the
 * module that was compiled already, and the others go on there.
 */
export interface Supervisor {
  /** Never rejects. Waits for the compiler while it loads. */
  run<Method extends JobMethod>(
    method: Method,
    params: CompilerMethods[Method]['params'],
  ): Promise<JobOutcome<Method>>;
  /** Ends the newest request of this method, running or waiting. */
  cancel(method: JobMethod): void;
  /** Whether a request of this method runs or waits. */
  has(method: JobMethod): boolean;
  /** Starts over after a failure. */
  retry(): void;
  dispose(): void;
}

interface Job {
  readonly method: JobMethod;
  readonly params: CompilerMethods[JobMethod]['params'];
  settle(outcome: JobOutcome<JobMethod>): void;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { timeLimit, onState } = options;
  const queue: Job[] = [];
  let running: Job | undefined;
  /** Whether the running job is with the worker, and not waiting for it to be ready. */
  let sent = false;
  let endLimit: Dispose = () => {};
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
        if (connection === opened) replaceWorker({ kind: 'crashed', message });
      },
    });
    return opened;
  }

  function finish(outcome: JobOutcome<JobMethod>): void {
    endLimit();
    running?.settle(outcome);
    running = undefined;
    sent = false;
  }

  /** Ends what runs, with the reason, and goes on in a new worker. */
  function replaceWorker(reason: EndReason): void {
    finish({ kind: 'ended', reason });
    restart();
    void next();
  }

  function restart(): void {
    const old = connection;
    onState({ kind: 'restarting' });
    connection = open();
    old.close('This worker was replaced.');
  }

  async function next(): Promise<void> {
    if (running) return;
    const job = queue.shift();
    if (!job) return;
    running = job;
    const used = connection;
    // A cancelled or timed-out job has been settled, and another may run, when its promise ends.
    const mine = () => running === job;
    try {
      await used.ready;
    } catch (thrown) {
      if (mine()) finish({ kind: 'ended', reason: unavailable(thrown) });
      return next();
    }
    if (!mine()) return next();
    endLimit = startTimeLimit(timeLimit, () =>
      replaceWorker({ kind: 'time-out', milliseconds: timeLimit }),
    );
    sent = true;
    try {
      const result = await used.requests.request(job.method, job.params);
      if (mine()) finish({ kind: 'answered', result });
      if ('spent' in result && result.spent && connection === used) restart();
    } catch (thrown) {
      if (mine()) replaceWorker({ kind: 'crashed', message: messageOf(thrown) });
    }
    return next();
  }

  return {
    run<Method extends JobMethod>(method: Method, params: CompilerMethods[Method]['params']) {
      return new Promise<JobOutcome<Method>>((resolve) => {
        // The protocol ties the result to the method of the same job.
        queue.push({ method, params, settle: resolve as Job['settle'] });
        void next();
      });
    },
    cancel(method) {
      const waiting = queue.findLastIndex((job) => job.method === method);
      if (waiting >= 0) {
        const [job] = queue.splice(waiting, 1);
        job?.settle({ kind: 'ended', reason: { kind: 'cancelled' } });
      } else if (running?.method === method) {
        if (sent) replaceWorker({ kind: 'cancelled' });
        else finish({ kind: 'ended', reason: { kind: 'cancelled' } });
      }
    },
    has: (method) => [running, ...queue].some((job) => job?.method === method),
    retry() {
      const old = connection;
      onState({ kind: 'loading', progress: { received: 0, total: null } });
      connection = open();
      old.close('The compiler was started over.');
    },
    dispose() {
      finish({ kind: 'ended', reason: { kind: 'cancelled' } });
      for (const job of queue.splice(0)) {
        job.settle({ kind: 'ended', reason: { kind: 'cancelled' } });
      }
      connection.close('The page no longer needs the compiler.');
    },
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
