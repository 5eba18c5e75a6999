import type { CompileRequest } from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { startTimeLimit } from '#core/util/timeLimit.ts';
import type { BinarySource, CompilerMethods } from '#engine/compiler/protocol.ts';
import type { CompileMemory } from './compileCache.ts';
import {
  type Job,
  type JobAnswer,
  type JobAnswers,
  type JobOutcome,
  type JobRequest,
  jobKey,
  type Purpose,
  rulesOf,
} from './jobs.ts';
import {
  type Effect,
  type GiveWay,
  INITIAL_SCHEDULE,
  isAwaited,
  isCompiling,
  type ScheduleEvent,
  step,
} from './schedule.ts';
import { type Connection, connect, type StartServer } from './transport.ts';

interface SchedulerOptions extends WorkerOptions {
  readonly memory: Pick<CompileMemory, 'find' | 'keep'>;
  readonly onCompiled: () => void;
  readonly timeLimits: TimeLimits;
  /** How long a job may delay a more urgent one (ms). */
  readonly grace: number;
}

/**
 * Sends jobs to the single compiler worker and keeps it alive. It sends one job at a time, so it
 * knows which one hangs or crashes the worker: that job ends with the reason, a new worker starts
 * with the module that is already compiled, and the other jobs continue there.
 */
export interface Scheduler {
  /** Never rejects. Waits until the compiler has loaded, and for more urgent jobs. */
  ask<Request extends JobRequest>(
    request: Request,
    purpose: Purpose,
    signal?: AbortSignal,
  ): Promise<JobOutcome<JobAnswers[Request['method']]>>;
  /** Whether this compile hung, crashed a worker or was cancelled before. */
  isDangerous(request: CompileRequest): boolean;
  isCompiling(): boolean;
  isAwaited(): boolean;
  /** Ends the compiles and lookups that the user waits for, with “Compilation was cancelled.” */
  cancel(): void;
  /** Reloads the compiler after it failed to load. */
  retry(): void;
  /** Terminates a worker without jobs to free its memory. The next job starts another. */
  rest(): void;
  dispose(): void;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  let schedule = INITIAL_SCHEDULE;
  let lastCaller = 0;
  let isDispatching = false;
  const events: ScheduleEvent[] = [];
  const settlers: Settlers = new Map();

  /** Events raised by an effect wait until the earlier effects are performed. */
  const dispatch = (event: ScheduleEvent) => {
    events.push(event);
    if (isDispatching) return;
    isDispatching = true;
    try {
      for (let next = events.shift(); next; next = events.shift()) {
        const [after, effects] = step(schedule, next);
        schedule = after;
        for (const effect of effects) perform(effect);
      }
    } finally {
      isDispatching = false;
    }
  };
  const perform = createPerformer(options, settlers, dispatch);

  return {
    ask<Request extends JobRequest>(request: Request, purpose: Purpose, signal?: AbortSignal) {
      type Outcome = JobOutcome<JobAnswers[Request['method']]>;
      return new Promise<Outcome>((resolve) => {
        if (signal?.aborted) return resolve({ kind: 'dropped' });
        lastCaller += 1;
        const caller = { id: lastCaller, purpose };
        const abort = () => dispatch({ kind: 'aborted', caller: caller.id });
        signal?.addEventListener('abort', abort);
        settlers.set(caller.id, (outcome) => {
          settlers.delete(caller.id);
          signal?.removeEventListener('abort', abort);
          resolve(outcome as Outcome);
        });
        dispatch({ kind: 'asked', caller, request });
      });
    },
    isDangerous: (params) => schedule.dangerous.includes(jobKey({ method: 'compile', params })),
    isCompiling: () => isCompiling(schedule),
    isAwaited: () => isAwaited(schedule),
    cancel: () => dispatch({ kind: 'cancelled' }),
    retry: () => dispatch({ kind: 'retried' }),
    rest: () => dispatch({ kind: 'rested' }),
    dispose: () => dispatch({ kind: 'disposed' }),
  };
}

/** By caller id. */
type Settlers = Map<number, (outcome: JobOutcome) => void>;

function createPerformer(
  options: SchedulerOptions,
  settlers: Settlers,
  dispatch: (event: ScheduleEvent) => void,
): (effect: Effect) => void {
  const timers = createJobTimers(options.timeLimits, options.grace);
  const worker = createWorkerSlot(options, {
    onReady: () => dispatch({ kind: 'worker-ready' }),
    onFailed: (message) => dispatch({ kind: 'worker-failed', message }),
    onDied: (message) => dispatch({ kind: 'worker-died', message }),
  });
  return (effect) => {
    switch (effect.kind) {
      case 'look-up':
        return void lookUp(effect.job, options).then(dispatch);
      case 'send':
        timers.begin();
        return void send(effect.job, worker, options).then(dispatch);
      case 'settle':
        for (const { id } of effect.callers) settlers.get(id)?.(effect.outcome);
        return;
      case 'replace-worker':
        return worker.replace();
      case 'restart-worker':
        return worker.restart();
      case 'close-worker':
        return worker.close();
      case 'limit-time':
        return timers.limit(effect.isAskedFor, (milliseconds, elapsed) =>
          dispatch({ kind: 'time-over', job: effect.job, milliseconds, elapsed }),
        );
      case 'give-way':
        return timers.giveWay(effect.when, () => dispatch({ kind: 'grace-over', job: effect.job }));
      case 'stop-timers':
        return timers.stop();
      default:
        return assertNever(effect);
    }
  };
}

async function lookUp({ id, request }: Job, { memory }: SchedulerOptions): Promise<ScheduleEvent> {
  const found = request.method === 'compile' ? await memory.find(request.params) : null;
  return { kind: 'looked-up', job: id, found };
}

async function send(
  job: Job,
  worker: WorkerSlot,
  options: SchedulerOptions,
): Promise<ScheduleEvent> {
  try {
    const { answer, spent } = await askWorker(job, worker, options);
    return { kind: 'answered', job: job.id, answer, isSpent: spent };
  } catch (thrown) {
    return { kind: 'faulted', job: job.id, message: messageOf(thrown) };
  }
}

async function askWorker(
  job: Job,
  worker: WorkerSlot,
  { memory, onCompiled }: SchedulerOptions,
): Promise<{ readonly answer: JobAnswer; readonly spent: boolean }> {
  const { request } = job;
  switch (request.method) {
    case 'compile': {
      const result = await worker.ask('compile', request.params);
      const { answer, milliseconds, memoryBytes, spent } = result;
      onCompiled();
      if (rulesOf(job).isCached) await memory.keep(request.params, answer);
      return { answer: { ...answer, milliseconds, memoryBytes, cached: false }, spent };
    }
    case 'findEntryPoints':
      return worker.ask('findEntryPoints', request.params);
    default:
      return assertNever(request);
  }
}

interface WorkerOptions {
  /** Called again for each replacement. */
  readonly start: StartServer;
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
  readonly onReady: (identity: CompilerMethods['initialize']['result']) => void;
}

interface WorkerEvents {
  onReady(): void;
  onFailed(message: string): void;
  /** The worker was ready, then ended by itself. */
  onDied(message: string): void;
}

interface WorkerSlot extends Pick<Connection, 'ask'> {
  /** Starts another worker with the module that this one has compiled. */
  replace(): void;
  restart(): void;
  close(): void;
}

function createWorkerSlot(options: WorkerOptions, events: WorkerEvents): WorkerSlot {
  const { onState } = options;
  let binary: BinarySource = { kind: 'url', url: options.binaryUrl };
  let connection = open();

  function open(): Connection {
    let isReady = false;
    const opened = connect({
      start: options.start,
      binary,
      onEvent: ({ progress }) => onState({ kind: 'loading', progress }),
      onClosed(message) {
        // Until the worker is ready, `ready` rejects with this message instead.
        if (isReady && connection === opened) events.onDied(message);
      },
    });
    opened.ready.then(
      (identity) => {
        if (connection !== opened) return;
        isReady = true;
        binary = { kind: 'module', module: identity.module };
        options.onReady(identity);
        events.onReady();
        onState({ kind: 'ready', compilerVersion: identity.compilerVersion });
      },
      (thrown) => {
        if (connection !== opened) return;
        const message = messageOf(thrown);
        onState({ kind: 'failed', message });
        events.onFailed(message);
      },
    );
    return opened;
  }

  function replaceWith(state: CompilerState, reason: string): void {
    const old = connection;
    onState(state);
    connection = open();
    old.close(reason);
  }

  return {
    ask: (method, params) => connection.ask(method, params),
    replace: () => replaceWith({ kind: 'restarting' }, 'This worker was replaced.'),
    restart: () =>
      replaceWith(
        { kind: 'loading', progress: { received: 0, total: null } },
        'The compiler was restarted.',
      ),
    close: () => connection.close('The page no longer needs the compiler.'),
  };
}

/** How long one job may take (ms) before its worker is replaced. */
export interface TimeLimits {
  /** For a job that the user asked for, and can cancel. */
  readonly asked: number;
  readonly background: number;
}

/** @param grace how long a job may delay a more urgent one (ms) */
function createJobTimers(limits: TimeLimits, grace: number) {
  let sentAt = 0;
  let endLimit: Dispose = () => {};
  let endGrace: Dispose = () => {};
  const stop = () => {
    endLimit();
    endGrace();
  };
  return {
    /** A job was sent: stops the timers of the previous one. */
    begin() {
      stop();
      sentAt = performance.now();
    },
    limit(isAskedFor: boolean, onOver: (milliseconds: number, elapsed: number) => void) {
      endLimit();
      const milliseconds = isAskedFor ? limits.asked : limits.background;
      endLimit = startTimeLimit(milliseconds, (elapsed) => onOver(milliseconds, elapsed));
    },
    /** Calls back this long after the job was sent; never if `when` is null. */
    giveWay(when: GiveWay | null, onOver: () => void) {
      endGrace();
      if (when === null) return;
      const patience = when === 'soon' ? grace : limits.background;
      const timer = setTimeout(onOver, Math.max(0, sentAt + patience - performance.now()));
      endGrace = () => clearTimeout(timer);
    },
    stop,
  };
}
