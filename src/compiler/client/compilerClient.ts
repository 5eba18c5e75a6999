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
  /** How long one request may take, in milliseconds; 10,000 if not given. */
  readonly timeLimit?: number;
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
  /** Compiles, waiting for the compiler if it is still loading. */
  compile(request: CompileRequest): Promise<Newest<CompileOutcome>>;
  findEntryPoints(
    source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
  ): Promise<Newest<EntryPointsResult>>;
  /**
   * Compiles in the background: it overtakes no `compile`, and one of the same request takes part
   * in it, so that nothing is compiled twice. Null if it hung, killed its worker or was cancelled;
   * of the first two the same request is not sent again. Null, too, where nothing can be remembered.
   */
  inspect(request: CompileRequest): Promise<Newest<CompileOutcome | null>>;
  /** Ends the compile that runs or waits; it is answered with `Compilation was cancelled.` */
  cancel(): void;
  /** Starts over after a failure to load. */
  retry(): void;
  dispose(): void;
}

export function createCompilerClient(options: CompilerClientOptions): CompilerClient {
  const { start, binaryUrl, onState, timeLimit = DEFAULT_TIME_LIMIT } = options;
  const cache = options.cache ?? createMemoryCache();
  let fingerprint: string | undefined;
  const supervisor = createSupervisor({
    start,
    binaryUrl,
    timeLimit,
    onState,
    onReady(identity) {
      fingerprint = identity.fingerprint;
      options.onModule?.(identity.module);
      performance.mark('playground:compiler-ready');
    },
  });

  const keyOf = (request: CompileRequest) =>
    fingerprint === undefined ? null : cacheKey(fingerprint, request);
  const ask = async (request: CompileRequest, key: string | null): Promise<Attempt> => {
    const outcome = await supervisor.run('compile', request);
    if (outcome.kind === 'ended') return outcome;
    const { answer, milliseconds, memoryBytes } = outcome.result;
    if (key !== null) await cache.set(key, answer);
    return { kind: 'answered', outcome: { answer, milliseconds, memoryBytes, cached: false } };
  };
  const shared = shareAttempts(ask);
  const attempt = async (request: CompileRequest, key: string | null): Promise<Attempt> => {
    const started = performance.now();
    if (key === null) return ask(request, null);
    const answer = await cache.get(key);
    if (!answer) return shared.attempt(request, key);
    const milliseconds = performance.now() - started;
    return { kind: 'answered', outcome: { answer, milliseconds, memoryBytes: null, cached: true } };
  };

  return {
    compile: newestWins(async (request) => {
      const attempted = await attempt(request, await keyOf(request));
      if (attempted.kind === 'answered') return attempted.outcome;
      const answer = unanswered(attempted.reason);
      return { answer, milliseconds: 0, memoryBytes: null, cached: false };
    }),
    inspect: newestWins(async (request) => {
      const key = await keyOf(request);
      if (key === null || shared.isDangerous(key)) return null;
      const attempted = await attempt(request, key);
      return attempted.kind === 'answered' ? attempted.outcome : null;
    }),
    findEntryPoints: newestWins(async (source) => {
      const outcome = await supervisor.run('findEntryPoints', source);
      return outcome.kind === 'answered' ? outcome.result : unanswered(outcome.reason);
    }),
    cancel: () => supervisor.cancel('compile'),
    retry: supervisor.retry,
    dispose: supervisor.dispose,
  };
}

type Attempt =
  | { readonly kind: 'answered'; readonly outcome: CompileOutcome }
  | { readonly kind: 'ended'; readonly reason: EndReason };

/** How many requests are known for having hung or killed a worker. */
const DANGEROUS_LIMIT = 100;

/** Lets equal requests that overlap share one attempt, and knows those that ended badly. */
function shareAttempts(ask: (request: CompileRequest, key: string) => Promise<Attempt>) {
  const underWay = new Map<string, Promise<Attempt>>();
  const dangerous = new Set<string>();
  const start = async (request: CompileRequest, key: string): Promise<Attempt> => {
    try {
      const attempted = await ask(request, key);
      if (attempted.kind === 'ended' && /^(?:time-out|crashed)$/.test(attempted.reason.kind)) {
        const [oldest] = dangerous;
        if (dangerous.size >= DANGEROUS_LIMIT && oldest !== undefined) dangerous.delete(oldest);
        dangerous.add(key);
      }
      return attempted;
    } finally {
      underWay.delete(key);
    }
  };
  return {
    attempt(request: CompileRequest, key: string): Promise<Attempt> {
      const attempted = underWay.get(key) ?? start(request, key);
      underWay.set(key, attempted);
      return attempted;
    },
    isDangerous: (key: string) => dangerous.has(key),
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
