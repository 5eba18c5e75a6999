import type {
  Asker,
  CompileReport,
  CompileRequest,
  CompileResult,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { type CompileCache, createCompileMemory, createMemoryCache } from './compileCache.ts';
import type { EndReason, JobAnswer, JobOutcome, Purpose, TimeOut } from './jobs.ts';
import { createScheduler, type Scheduler, type TimeLimits } from './scheduler.ts';
import type { StartServer } from './transport.ts';

const DEFAULT_TIME_LIMITS: TimeLimits = { asked: 60_000, background: 10_000 };

/** A new worker needs a third of this until it is ready, and longer for its first compile. */
const DEFAULT_GRACE = 1000;

export interface CompilerClientOptions {
  /** Starts a worker; called again for each replacement. */
  readonly start: StartServer;
  /** The binary's address. */
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
  /** Called whenever a worker is ready, with the compiled binary, which other workers can share. */
  readonly onModule?: (module: WebAssembly.Module) => void;
  /** Called whenever the compiler has compiled something. */
  readonly onAnswer?: () => void;
  /**
   * The fingerprint of the compiler that was built with this page, so that its results are found
   * before it has loaded. Without it, every request waits for the compiler.
   */
  readonly fingerprint?: string;
  /** By default 60 s for the user's requests, and 10 s for everything else. */
  readonly timeLimits?: TimeLimits;
  /** How long a background job may keep a more urgent one waiting, in milliseconds; by default 1,000. */
  readonly grace?: number;
  /**
   * Each new worker without a request compiles this source: the binary's first compile takes
   * many times as long as the next.
   */
  readonly warmUp?: CompileRequest;
  /** Where results are stored; by default only in memory. */
  readonly cache?: CompileCache;
}

/**
 * The page's side of the compiler. Nothing here rejects: a request that hangs, kills its worker or
 * finds none gets a failed answer with the reason. An answer is null if the request was aborted,
 * superseded by a newer, different one, or gave way to a more urgent one. Equal
 * requests share one answer.
 */
export interface CompilerClient extends Omit<Scheduler, 'ask' | 'isDangerous'> {
  /** Compiles, or returns a stored result; waits while the compiler loads. */
  compile(
    request: CompileRequest,
    asker?: Asker,
    signal?: AbortSignal,
  ): Promise<CompileReport | null>;
  findEntryPoints(
    request: EntryPointsRequest,
    asker?: Asker,
    signal?: AbortSignal,
  ): Promise<EntryPointsResult | null>;
  /**
   * Compiles in the background, and supersedes no `compile`. Returns `no-answer` if the compile hung,
   * killed its worker or was cancelled, now or before; an inspection also if nothing can be stored,
   * because Run would find nothing.
   *
   * @param purpose a view waits for inspections, and an inspection supersedes no view's compile
   */
  inspect(
    request: CompileRequest,
    signal?: AbortSignal,
    purpose?: 'inspection' | 'view',
  ): Promise<CompileReport | 'no-answer' | null>;
}

export function createCompilerClient(options: CompilerClientOptions): CompilerClient {
  const memory = createCompileMemory(options.cache ?? createMemoryCache(), options.fingerprint);
  const scheduler = createScheduler({
    start: options.start,
    binaryUrl: options.binaryUrl,
    onState: options.onState,
    timeLimits: options.timeLimits ?? DEFAULT_TIME_LIMITS,
    grace: options.grace ?? DEFAULT_GRACE,
    memory,
    onCompiled() {
      performance.mark('playground:compiler-ready');
      options.onAnswer?.();
    },
    onReady(identity) {
      // A page may get the worker of another build.
      memory.setFingerprint(identity.fingerprint);
      options.onModule?.(identity.module);
      const { warmUp } = options;
      if (!warmUp || scheduler.isCompiling()) return;
      void scheduler.ask({ method: 'compile', params: warmUp }, 'warm-up');
    },
  });
  return {
    ...scheduler,
    async compile(request, asker = 'person', signal) {
      const purpose = COMPILE_PURPOSES[asker];
      const outcome = await scheduler.ask({ method: 'compile', params: request }, purpose, signal);
      return answerOf(outcome, async (reason) => ({
        ...(await unanswered(reason, request)),
        ...NOT_COMPILED,
      }));
    },
    async findEntryPoints(params, asker = 'page', signal) {
      const purpose = asker === 'person' ? 'asked-lookup' : 'lookup';
      const outcome = await scheduler.ask({ method: 'findEntryPoints', params }, purpose, signal);
      return answerOf(outcome, (reason) => unanswered(reason, params));
    },
    async inspect(params, signal, purpose = 'inspection') {
      const isUseful = purpose === 'view' || memory.isAvailable();
      if (!isUseful || scheduler.isDangerous(params)) return 'no-answer';
      const outcome = await scheduler.ask({ method: 'compile', params }, purpose, signal);
      return answerOf(outcome, () => 'no-answer');
    },
  };
}

const COMPILE_PURPOSES: Readonly<Record<Asker, Purpose>> = {
  person: 'asked-compile',
  tool: 'tool',
  page: 'live',
};

const NOT_COMPILED = { milliseconds: 0, memoryBytes: null, cached: false } as const;

/** @param explain turns the reason for a missing answer into an answer */
function answerOf<Answer extends JobAnswer, Explained>(
  outcome: JobOutcome<Answer>,
  explain: (reason: EndReason) => Explained,
): Answer | Explained | null {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer;
    case 'ended':
      return explain(outcome.reason);
    case 'dropped':
      return null;
    default:
      return assertNever(outcome);
  }
}

type Unanswered = Extract<CompileResult, { readonly succ: false }>;

/** The message about a request that ended without an answer of the compiler. */
export async function unanswered(
  reason: EndReason,
  request: EntryPointsRequest,
): Promise<Unanswered> {
  return { succ: false, ...(await explain(reason, request)), diagnostics: [], result: null };
}

const READY_AGAIN = 'Your text is untouched, and the compiler is ready again.';

async function explain(
  reason: EndReason,
  request: EntryPointsRequest,
): Promise<Pick<Unanswered, 'message' | 'log'>> {
  switch (reason.kind) {
    case 'time-out':
      return {
        message: `Compilation took longer than ${reason.milliseconds / 1000} s and was stopped.`,
        log: `${await adviceOn(reason, request)}${READY_AGAIN}`,
      };
    case 'cancelled':
      return { message: 'Compilation was cancelled.', log: '' };
    case 'crashed':
      return {
        message: 'Unknown error occurred',
        log: `The compiler stopped: ${reason.message}. Your text is untouched, and the compiler was restarted.`,
      };
    case 'unavailable':
      return {
        message: "Slang session not available. Maybe the compiler hasn't been initialized yet?",
        log: reason.message,
      };
    default:
      return assertNever(reason);
  }
}

/** Loaded when it is needed, which is rare; nothing if that fails. */
async function adviceOn(reason: TimeOut, request: EntryPointsRequest): Promise<string> {
  try {
    const { timeOutAdvice } = await import('./timeOutAdvice.ts');
    return `${timeOutAdvice(reason, request)} `;
  } catch {
    return '';
  }
}
