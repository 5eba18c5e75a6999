import type { TimedCompileResult } from '#compiler/protocol.ts';
import type {
  Asker,
  CompileRequest,
  EntryPointsRequest,
  EntryPointsResult,
} from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { type Newest, newestWins } from '#shared/newest.ts';
import { type CompileCache, cacheKey, createMemoryCache } from './compileCache.ts';
import { isSameRequest, type JobPurpose } from './jobQueue.ts';
import { createLookups } from './lookups.ts';
import { type Attempt, shareAttempts } from './sharedAttempts.ts';
import { createSupervisor } from './supervisor.ts';
import type { ClosableTransport } from './transport.ts';
import type { TimeLimits } from './turn.ts';
import { unanswered } from './unanswered.ts';

const DEFAULT_TIME_LIMITS: TimeLimits = { asked: 60_000, background: 10_000 };

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
  /** If not given, 60 s for what a person has asked for, and 10 s for everything else. */
  readonly timeLimits?: TimeLimits;
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
  /**
   * Compiles, or finds a remembered answer; waits for the compiler if it is still loading. A compile
   * that is overtaken ends soon, so that the newest does not wait for it.
   */
  compile(request: CompileRequest, asker?: Asker): Promise<Newest<CompileOutcome>>;
  /** The page asks so that its list is up to date, a person in order to compile. */
  findEntryPoints(request: EntryPointsRequest, asker?: Asker): Promise<Newest<EntryPointsResult>>;
  /**
   * Compiles in the background: it overtakes no `compile`, and one of the same request takes part
   * in it, so that nothing is compiled twice. `superseded`, too, if it took long and had to give way
   * to something that is waited for. Null if it hung, killed its worker or was cancelled: the same
   * request is not sent again. Null, too, where nothing can be remembered.
   */
  inspect(request: CompileRequest): Promise<Newest<CompileOutcome | null>>;
  /** Whether a compile runs, or waits for the compiler. */
  isCompiling(): boolean;
  /** Whether it works, or is to work, on something that a person or live mode waits for. */
  isAwaited(): boolean;
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
    timeLimits: DEFAULT_TIME_LIMITS,
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
  const shared = shareAttempts(ask, (request, purpose) =>
    supervisor.promote('compile', request, purpose),
  );
  /** The newest compile that was sent on. */
  let sent: CompileRequest | null = null;
  const send = ({ request, key, purpose, number }: NumberedRequest): Promise<Attempt> | Attempt => {
    if (number <= cancelled) return { kind: 'ended', reason: { kind: 'cancelled' } };
    sent = request;
    return key === null ? ask(request, purpose) : shared.attempt(request, key, purpose);
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
    async compile(request, asker = 'person') {
      newest += 1;
      const number = newest;
      const purpose = asker === 'person' ? 'asked-compile' : 'live';
      const key = await keyOf(request);
      const known = await remembered(key);
      if (number !== newest) return { kind: 'superseded' };
      if (sent && !isSameRequest(sent, request)) supervisor.abandon('compile', sent);
      if (known) return { kind: 'done', value: known };
      const attempted = await send({ request, key, purpose, number });
      if (number !== newest) return { kind: 'superseded' };
      return { kind: 'done', value: outcomeOf(attempted, request) };
    },
    async inspect(request) {
      const outcome = await inspectNewest(request);
      if (outcome.kind === 'superseded') return outcome;
      const { value } = outcome;
      return value === 'gave-way' ? { kind: 'superseded' } : { kind: 'done', value };
    },
    findEntryPoints: createLookups(supervisor),
    isCompiling: () => supervisor.has('compile'),
    isAwaited: supervisor.isAwaited,
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
  readonly purpose: JobPurpose;
  readonly number: number;
}

function outcomeOf(attempted: Attempt, request: CompileRequest): CompileOutcome {
  if (attempted.kind === 'answered') return attempted.outcome;
  const answer = unanswered(attempted.reason, request);
  return { answer, milliseconds: 0, memoryBytes: null, cached: false };
}
