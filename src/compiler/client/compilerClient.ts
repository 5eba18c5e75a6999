import type { TimedCompileResult } from '#compiler/protocol.ts';
import type { CompileRequest, CompileResult, EntryPointsResult } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { assertNever } from '#shared/assertNever.ts';
import { type Newest, newestWins } from '#shared/newest.ts';
import { type CompileCache, cacheKey, createMemoryCache } from './compileCache.ts';
import { createSupervisor, type EndReason } from './supervisor.ts';
import type { ClosableTransport } from './transport.ts';

const DEFAULT_TIME_LIMIT = 10_000;

export interface CompilerClientOptions {
  /** Starts a worker; called again whenever one has to be replaced. */
  readonly start: () => ClosableTransport;
  /** Where the binary is. */
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
  /** Called whenever a worker is ready, with the compiled binary, which other workers can share. */
  readonly onModule?: (module: WebAssembly.Module) => void;
  /** Called whenever the compiler has answered. */
  readonly onAnswer?: () => void;
  /**
   * Names the compiler that was built with this page, so that answers of it are found before it has
   * arrived. Without it, nothing is looked up before.
   */
  readonly fingerprint?: string;
  /** How long one request may take, in milliseconds; 10,000 if not given. */
  readonly timeLimit?: number;
  /**
   * Compiled by each new worker that has nothing else to do: the binary's first compile takes many
   * times as long as the next, and nobody has to wait for it then.
   */
  readonly warmUp?: CompileRequest;
  /** Where answers are remembered; in memory only, if not given. */
  readonly cache?: CompileCache;
}

export interface CompileOutcome extends Omit<TimedCompileResult, 'memoryBytes' | 'spent'> {
  /** What the compiler holds, in bytes; null if it was not asked. */
  readonly memoryBytes: number | null;
  /** Whether the answer was remembered from an equal request. */
  readonly cached: boolean;
}

/**
 * The page's side of the compiler. Nothing here rejects: a request that hangs, kills its worker or
 * finds none is a failed answer that says so. Of requests that overlap only the newest is answered.
 */
export interface CompilerClient {
  /** Compiles, or finds a remembered answer; waits for the compiler if it is still loading. */
  compile(request: CompileRequest): Promise<Newest<CompileOutcome>>;
  findEntryPoints(
    source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
  ): Promise<Newest<EntryPointsResult>>;
  /** Ends the compile that runs or waits; it is answered with `Compilation was cancelled.` */
  cancel(): void;
  /** Starts over after a failure to load. */
  retry(): void;
  dispose(): void;
}

export function createCompilerClient(options: CompilerClientOptions): CompilerClient {
  const { start, binaryUrl, onState, timeLimit = DEFAULT_TIME_LIMIT } = options;
  const cache = options.cache ?? createMemoryCache();
  let { fingerprint } = options;
  let newest = 0;
  const supervisor = createSupervisor({
    start,
    binaryUrl,
    timeLimit,
    onState,
    onReady(identity) {
      // It counts if the two differ: a page may meet the worker of another build.
      fingerprint = identity.fingerprint;
      options.onModule?.(identity.module);
      if (options.warmUp && supervisor.isIdle()) void warmUp(options.warmUp);
    },
  });
  const answered = () => {
    performance.mark('playground:compiler-ready');
    options.onAnswer?.();
  };
  const warmUp = async (request: CompileRequest) => {
    const { kind } = await supervisor.run('compile', request);
    if (kind === 'answered') answered();
  };

  const ask = newestWins(async (request: CompileRequest): Promise<CompileOutcome> => {
    const outcome = await supervisor.run('compile', request);
    if (outcome.kind === 'ended') {
      return {
        answer: unanswered(outcome.reason),
        milliseconds: 0,
        memoryBytes: null,
        cached: false,
      };
    }
    answered();
    const { answer, milliseconds, memoryBytes } = outcome.result;
    const key = await keyOf(request);
    if (key !== null) await cache.set(key, answer);
    return { answer, milliseconds, memoryBytes, cached: false };
  });
  const keyOf = async (request: CompileRequest) =>
    fingerprint === undefined ? null : cacheKey(fingerprint, request);

  return {
    async compile(request) {
      newest += 1;
      const number = newest;
      const started = performance.now();
      const key = await keyOf(request);
      const known = key === null ? undefined : await cache.get(key);
      if (number !== newest) return { kind: 'superseded' };
      if (!known) {
        const outcome = await ask(request);
        return number === newest ? outcome : { kind: 'superseded' };
      }
      const milliseconds = performance.now() - started;
      return {
        kind: 'done',
        value: { answer: known, milliseconds, memoryBytes: null, cached: true },
      };
    },
    findEntryPoints: newestWins(async (source) => {
      const outcome = await supervisor.run('findEntryPoints', source);
      return outcome.kind === 'answered' ? outcome.result : unanswered(outcome.reason);
    }),
    cancel: () => supervisor.cancel('compile'),
    retry: supervisor.retry,
    dispose: supervisor.dispose,
  };
}

type Unanswered = Extract<CompileResult, { readonly succ: false }>;

function unanswered(reason: EndReason): Unanswered {
  return { succ: false, ...explain(reason), diagnostics: [], result: null };
}

function explain(reason: EndReason): Pick<Unanswered, 'message' | 'log'> {
  switch (reason.kind) {
    case 'time-out':
      return {
        message: `Compilation took longer than ${reason.milliseconds / 1000} s and was stopped.`,
        log: 'Something in the source keeps the compiler busy: deeply nested generics, or loops unrolled into very many steps. Your text is untouched, and the compiler is ready again.',
      };
    case 'cancelled':
      return { message: 'Compilation was cancelled.', log: '' };
    case 'crashed':
      return {
        message: 'Unknown error occurred',
        log: `The compiler stopped: ${reason.message}. Your text is untouched, and the compiler was started anew.`,
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
