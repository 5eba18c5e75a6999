import type { TimedCompileResult } from '#compiler/protocol.ts';
import type { CompileRequest, CompileResult, EntryPointsResult } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { assertNever } from '#shared/assertNever.ts';
import { type Newest, newestWins } from '#shared/newest.ts';
import { type CompileCache, cacheKey, createMemoryCache } from './compileCache.ts';
import type { JobPurpose } from './jobQueue.ts';
import { createSupervisor, type EndReason } from './supervisor.ts';
import type { ClosableTransport } from './transport.ts';

const DEFAULT_TIME_LIMIT = 10_000;

/**
 * A new worker takes a third of that until it is ready, and longer for its first compile: shorter
 * requests are waited for.
 */
const DEFAULT_GRACE = 1000;

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
   * What is asked for waits so long at most for an end of what nobody waits for, in milliseconds;
   * 1,000 if not given.
   */
  readonly grace?: number;
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
   * in it, so that nothing is compiled twice. `superseded`, too, if it took long and had to give way
   * to something that is waited for. Null if it hung, killed its worker or was cancelled: the same
   * request is not sent again. Null, too, where nothing can be remembered.
   */
  inspect(request: CompileRequest): Promise<Newest<CompileOutcome | null>>;
  /** Whether a compile runs, or waits for the compiler. */
  isCompiling(): boolean;
  /** Ends what is waited for, compile or lookup: the answer is `Compilation was cancelled.` */
  cancel(): void;
  /** Starts over after a failure to load. */
  retry(): void;
  dispose(): void;
}

export function createCompilerClient(options: CompilerClientOptions): CompilerClient {
  const cache = options.cache ?? createMemoryCache();
  let { fingerprint } = options;
  let newest = 0;
  /** The newest compile that was cancelled, by its number. */
  let cancelled = 0;
  const supervisor = createSupervisor({
    timeLimit: DEFAULT_TIME_LIMIT,
    grace: DEFAULT_GRACE,
    ...options,
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
    const { kind } = await supervisor.run('compile', request, 'warm-up');
    if (kind === 'answered') answered();
  };

  const keyOf = async (request: CompileRequest) =>
    fingerprint === undefined ? null : cacheKey(fingerprint, request);
  const ask = async (request: CompileRequest, purpose: JobPurpose): Promise<Attempt> => {
    const outcome = await supervisor.run('compile', request, purpose);
    if (outcome.kind === 'ended') return outcome;
    answered();
    const { answer, milliseconds, memoryBytes } = outcome.result;
    // Not the key that was looked for: the worker may have turned out to be of another build.
    const key = await keyOf(request);
    if (key !== null) await cache.set(key, answer);
    return { kind: 'answered', outcome: { answer, milliseconds, memoryBytes, cached: false } };
  };
  const shared = shareAttempts(ask, supervisor.promote);
  const compileNewest = newestWins(async (numbered: NumberedRequest): Promise<CompileOutcome> => {
    const attempted = await attempt(numbered);
    if (attempted.kind === 'answered') return attempted.outcome;
    const answer = unanswered(attempted.reason);
    return { answer, milliseconds: 0, memoryBytes: null, cached: false };
  });
  const attempt = async ({ request, key, number }: NumberedRequest): Promise<Attempt> => {
    if (number <= cancelled) return { kind: 'ended', reason: { kind: 'cancelled' } };
    return key === null ? ask(request, 'compile') : shared.attempt(request, key, 'compile');
  };
  const remembered = async (key: string | null): Promise<CompileOutcome | null> => {
    const started = performance.now();
    const answer = key === null ? undefined : await cache.get(key);
    if (!answer) return null;
    const milliseconds = performance.now() - started;
    return { answer, milliseconds, memoryBytes: null, cached: true };
  };

  const inspectNewest = newestWins(
    async (request: CompileRequest): Promise<CompileOutcome | 'gave-way' | null> => {
      const key = await keyOf(request);
      if (key === null || shared.isDangerous(key)) return null;
      const known = await remembered(key);
      if (known) return known;
      const attempted = await shared.attempt(request, key, 'inspection');
      if (attempted.kind === 'answered') return attempted.outcome;
      return attempted.reason.kind === 'gave-way' ? 'gave-way' : null;
    },
  );

  return {
    async compile(request) {
      newest += 1;
      const number = newest;
      const key = await keyOf(request);
      const known = await remembered(key);
      if (number !== newest) return { kind: 'superseded' };
      if (known) return { kind: 'done', value: known };
      const outcome = await compileNewest({ request, key, number });
      return number === newest ? outcome : { kind: 'superseded' };
    },
    async inspect(request) {
      const outcome = await inspectNewest(request);
      if (outcome.kind === 'superseded') return outcome;
      const { value } = outcome;
      return value === 'gave-way' ? { kind: 'superseded' } : { kind: 'done', value };
    },
    findEntryPoints: newestWins(async (source) => {
      const outcome = await supervisor.run('findEntryPoints', source, 'lookup');
      return outcome.kind === 'answered' ? outcome.result : unanswered(outcome.reason);
    }),
    isCompiling: () => supervisor.has('compile'),
    cancel() {
      cancelled = newest;
      supervisor.cancel();
    },
    retry: supervisor.retry,
    dispose: supervisor.dispose,
  };
}

interface NumberedRequest {
  readonly request: CompileRequest;
  /** What its answer is remembered under; null if it cannot be. */
  readonly key: string | null;
  readonly number: number;
}

type Attempt =
  | { readonly kind: 'answered'; readonly outcome: CompileOutcome }
  | { readonly kind: 'ended'; readonly reason: EndReason };

/** How many requests are known for not having come to an end. */
const DANGEROUS_LIMIT = 100;

/** Lets equal requests that overlap share one attempt, and knows those that ended badly. */
function shareAttempts(
  ask: (request: CompileRequest, purpose: JobPurpose) => Promise<Attempt>,
  promote: (request: CompileRequest) => void,
) {
  interface Shared {
    readonly request: CompileRequest;
    readonly attempted: Promise<Attempt>;
  }
  const underWay = new Map<string, Shared>();
  const dangerous = new Set<string>();
  const start = async (request: CompileRequest, key: string, purpose: JobPurpose) => {
    try {
      const attempted = await ask(request, purpose);
      if (attempted.kind === 'ended' && isBad(attempted.reason)) {
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
    attempt(request: CompileRequest, key: string, purpose: JobPurpose): Promise<Attempt> {
      const known = underWay.get(key);
      if (known && purpose === 'compile') promote(known.request);
      const attempted = known?.attempted ?? start(request, key, purpose);
      if (!known) underWay.set(key, { request, attempted });
      return attempted;
    },
    isDangerous: (key: string) => dangerous.has(key),
  };
}

/** Whether the source may be at fault. What is cancelled takes a person too long. */
function isBad({ kind }: EndReason): boolean {
  return kind === 'time-out' || kind === 'crashed' || kind === 'cancelled';
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
    case 'gave-way':
      return { message: 'The compiler had something more urgent to do.', log: '' };
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
