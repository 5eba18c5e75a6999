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
   * Compiled by each new worker that has nothing else to compile: the binary's first compile takes many
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
  /**
   * Compiles in the background: it overtakes no `compile`, and one of the same request takes part
   * in it, so that nothing is compiled twice. Null if it hung, killed its worker or was cancelled;
   * of the first two the same request is not sent again. Null, too, where nothing can be remembered.
   */
  inspect(request: CompileRequest): Promise<Newest<CompileOutcome | null>>;
  /** Whether a compile runs, or waits for the compiler. */
  isCompiling(): boolean;
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
      if (options.warmUp && !supervisor.has('compile')) void warmUp(options.warmUp);
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

  const keyOf = async (request: CompileRequest) =>
    fingerprint === undefined ? null : cacheKey(fingerprint, request);
  const ask = async (request: CompileRequest): Promise<Attempt> => {
    const outcome = await supervisor.run('compile', request);
    if (outcome.kind === 'ended') return outcome;
    answered();
    const { answer, milliseconds, memoryBytes } = outcome.result;
    // Not the key that was looked for: the worker may have turned out to be of another build.
    const key = await keyOf(request);
    if (key !== null) await cache.set(key, answer);
    return { kind: 'answered', outcome: { answer, milliseconds, memoryBytes, cached: false } };
  };
  const shared = shareAttempts(ask);
  const attempt = ({ request, key }: KeyedRequest) =>
    key === null ? ask(request) : shared.attempt(request, key);
  const compileNewest = newestWins(async (keyed: KeyedRequest): Promise<CompileOutcome> => {
    const attempted = await attempt(keyed);
    if (attempted.kind === 'answered') return attempted.outcome;
    const answer = unanswered(attempted.reason);
    return { answer, milliseconds: 0, memoryBytes: null, cached: false };
  });
  const remembered = async (key: string | null): Promise<CompileOutcome | null> => {
    const started = performance.now();
    const answer = key === null ? undefined : await cache.get(key);
    if (!answer) return null;
    const milliseconds = performance.now() - started;
    return { answer, milliseconds, memoryBytes: null, cached: true };
  };

  return {
    async compile(request) {
      newest += 1;
      const number = newest;
      const key = await keyOf(request);
      const known = await remembered(key);
      if (number !== newest) return { kind: 'superseded' };
      if (known) return { kind: 'done', value: known };
      const outcome = await compileNewest({ request, key });
      return number === newest ? outcome : { kind: 'superseded' };
    },
    inspect: newestWins(async (request) => {
      const key = await keyOf(request);
      if (key === null || shared.isDangerous(key)) return null;
      const known = await remembered(key);
      if (known) return known;
      const attempted = await attempt({ request, key });
      return attempted.kind === 'answered' ? attempted.outcome : null;
    }),
    findEntryPoints: newestWins(async (source) => {
      const outcome = await supervisor.run('findEntryPoints', source);
      return outcome.kind === 'answered' ? outcome.result : unanswered(outcome.reason);
    }),
    isCompiling: () => supervisor.has('compile'),
    cancel: () => supervisor.cancel('compile'),
    retry: supervisor.retry,
    dispose: supervisor.dispose,
  };
}

interface KeyedRequest {
  readonly request: CompileRequest;
  /** What its answer is remembered under; null if it cannot be. */
  readonly key: string | null;
}

type Attempt =
  | { readonly kind: 'answered'; readonly outcome: CompileOutcome }
  | { readonly kind: 'ended'; readonly reason: EndReason };

/** How many requests are known for having hung or killed a worker. */
const DANGEROUS_LIMIT = 100;

/** Lets equal requests that overlap share one attempt, and knows those that ended badly. */
function shareAttempts(ask: (request: CompileRequest) => Promise<Attempt>) {
  const underWay = new Map<string, Promise<Attempt>>();
  const dangerous = new Set<string>();
  const start = async (request: CompileRequest, key: string): Promise<Attempt> => {
    try {
      const attempted = await ask(request);
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
