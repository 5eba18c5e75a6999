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

/** Milliseconds. A new worker is ready in a third of this, but its first compile takes longer. */
const DEFAULT_GRACE = 1000;

export interface CompilerClientOptions {
  /** Called again for each replacement. */
  readonly start: StartServer;
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
  /** Called when a worker is ready, with the compiled binary, which other workers can share. */
  readonly onModule?: (module: WebAssembly.Module) => void;
  /** Called after each compile. */
  readonly onAnswer?: () => void;
  /**
   * The fingerprint of the compiler that was built with this page. With it, stored results are
   * available before the compiler has loaded; without it, every request waits for the compiler.
   */
  readonly fingerprint?: string;
  /** Default: 60 s for the user's requests, 10 s for everything else. */
  readonly timeLimits?: TimeLimits;
  /** How long a background job may delay a more urgent one (ms); default 1,000. */
  readonly grace?: number;
  /**
   * Compiled by each new worker that has no request, because a binary's first compile takes many
   * times longer than the next.
   */
  readonly warmUp?: CompileRequest;
  /** Default: memory only. */
  readonly cache?: CompileCache;
}

/**
 * The page's side of the compiler. Nothing here rejects: if a request hangs, crashes its worker or
 * finds no worker, the answer is a failure with the reason. The answer is null if the request was
 * aborted, superseded by a different one, or gave way to a more urgent one. Identical requests
 * share one answer.
 */
export interface CompilerClient extends Omit<Scheduler, 'ask' | 'isDangerous'> {
  /** Compiles, or returns a stored result. Waits until the compiler has loaded. */
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
   * Compiles in the background, without superseding any `compile`. Returns `no-answer` if the
   * compile hangs, crashes its worker or is cancelled, or did so before. An inspection also returns
   * it if results cannot be stored, because Run could not use them.
   *
   * @param purpose inspections run before views; neither supersedes the other
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
      // The worker may come from another build than the page.
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

/** The failure reported for a request that ended without an answer from the compiler. */
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

/** Loaded on demand, since time-outs are rare; empty if loading fails. */
async function adviceOn(reason: TimeOut, request: EntryPointsRequest): Promise<string> {
  try {
    const { timeOutAdvice } = await import('./timeOutAdvice.ts');
    return `${timeOutAdvice(reason, request)} `;
  } catch {
    return '';
  }
}
