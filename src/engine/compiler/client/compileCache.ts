import type { CompileReport, CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { filesIdentity } from '#core/project/filesIdentity.ts';
import { sha256 } from '#core/util/sha256.ts';

/** Never rejects. */
export interface AnswerSource {
  get(key: string): Promise<CompileResult | undefined>;
}

/** Stores compiler answers. Never rejects: an answer that cannot be stored is compiled again. */
export interface CompileCache extends AnswerSource {
  set(key: string, answer: CompileResult): Promise<void>;
}

function canMakeKeys(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * The key of a request: a SHA-256 hash of everything that an answer depends on. Null outside a
 * secure context, which has no hash function; then nothing is cached.
 *
 * @param fingerprint identifies the compiler, its library modules and the code around them
 */
export async function cacheKey(
  fingerprint: string,
  { target, entrypoint, sourceCode, shaderPath, files }: CompileRequest,
): Promise<string | null> {
  if (!canMakeKeys()) return null;
  const named = compilesWholeProgram(target) ? null : entrypoint;
  const identity = filesIdentity(files);
  const parts = [fingerprint, target, named, shaderPath, sourceCode];
  return sha256(JSON.stringify(identity === null ? parts : [...parts, identity]));
}

/**
 * Looks in `memory`, then in each of the `sources`, and keeps the answers found there in memory.
 * Adds new answers to `memory` and, if given, to the `store`.
 */
export function layerCaches(
  memory: CompileCache,
  sources: readonly AnswerSource[],
  store?: CompileCache,
): CompileCache {
  return {
    async get(key) {
      for (const source of [memory, ...sources]) {
        const answer = await source.get(key);
        if (!answer) continue;
        if (source !== memory) await memory.set(key, answer);
        return answer;
      }
      return undefined;
    },
    async set(key, answer) {
      await memory.set(key, answer);
      // Callers need not wait for the disk.
      void store?.set(key, answer);
    },
  };
}

/**
 * A cache that loads on first use. If loading fails, it acts as an empty cache and tries again on
 * next use.
 */
export function loadedOnUse(load: () => Promise<CompileCache>): CompileCache {
  let loading: Promise<CompileCache | null> | null = null;
  const use = async <Value>(ask: (cache: CompileCache) => Promise<Value>) => {
    loading ??= load().catch(() => null);
    const cache = await loading;
    if (cache) return ask(cache);
    loading = null;
    return undefined;
  };
  return {
    get: (key) => use((cache) => cache.get(key)),
    async set(key, answer) {
      await use((cache) => cache.set(key, answer));
    },
  };
}

/** Keeps the most recently used answers. `maxCharacters` limits their code and logs together. */
export function createMemoryCache(maxCharacters = 8_000_000): CompileCache {
  const answers = new Map<string, CompileResult>();
  let characters = 0;
  const remove = (key: string) => {
    const answer = answers.get(key);
    if (!answer) return;
    answers.delete(key);
    characters -= sizeOf(answer);
  };
  return {
    async get(key) {
      const answer = answers.get(key);
      if (answer) {
        // The map is in order of use.
        answers.delete(key);
        answers.set(key, answer);
      }
      return answer;
    },
    async set(key, answer) {
      remove(key);
      answers.set(key, answer);
      characters += sizeOf(answer);
      for (const oldest of answers.keys()) {
        if (characters <= maxCharacters) break;
        remove(oldest);
      }
    },
  };
}

/** At least 1, so that answers without text do not accumulate forever. */
function sizeOf({ log, result }: CompileResult): number {
  return 1 + log.length + (result?.code.length ?? 0) + (result?.binary?.byteLength ?? 0);
}

/** Never rejects. */
export type CompileMemory = ReturnType<typeof createCompileMemory>;

/** @param known the compiler's fingerprint, if known before the compiler has loaded */
export function createCompileMemory(cache: CompileCache, known: string | undefined) {
  let fingerprint = known;
  const keyOf = async (request: CompileRequest) =>
    fingerprint === undefined ? null : cacheKey(fingerprint, request);
  return {
    isAvailable: (): boolean => fingerprint !== undefined && canMakeKeys(),
    async find(request: CompileRequest): Promise<CompileReport | null> {
      const started = performance.now();
      const key = await keyOf(request);
      const result = key === null ? undefined : await cache.get(key);
      if (!result) return null;
      const milliseconds = performance.now() - started;
      return { ...result, milliseconds, memoryBytes: null, cached: true };
    },
    async keep(request: CompileRequest, result: CompileResult) {
      const key = await keyOf(request);
      if (key !== null) await cache.set(key, result);
    },
    setFingerprint(next: string) {
      fingerprint = next;
    },
  };
}
