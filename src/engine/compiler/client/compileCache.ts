import type { CompileReport, CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { filesIdentity } from '#core/project/project.ts';
import { decodeBase64, encodeBase64Url } from '#core/util/base64.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { sha256 } from '#core/util/sha256.ts';

/** Never rejects. */
interface AnswerSource {
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

/** Answers compiled at build time, one file each, by the {@link fileKey} of their request. */
type PrecompiledFiles = Readonly<Record<string, string>>;

/** Length of the part of a key that names its file. The file contains the whole key. */
const FILE_KEY_LENGTH = 16;

export function fileKey(key: string): string {
  return key.slice(0, FILE_KEY_LENGTH);
}

/**
 * Answers compiled at build time. Ignores files that are missing, truncated or from another build.
 *
 * @param files the address of each file
 */
export function precompiledAnswers(
  files: PrecompiledFiles,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): AnswerSource {
  return {
    async get(key) {
      const name = fileKey(key);
      const url = ownValue(files, name);
      if (url === undefined) return undefined;
      try {
        const response = await fetch(url);
        return response.ok ? await openAnswer(key, await response.json()) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** A stored answer with a checksum, so that a damaged or foreign one never runs. */
export interface SealedAnswer {
  /** The key of its request, which includes the compiler's fingerprint. */
  readonly key: string;
  /** SHA-256 of key and text, in hexadecimal. */
  readonly seal: string;
  /** The {@link CompileResult} as JSON, with bytes in base64. */
  readonly text: string;
}

export async function sealAnswer(key: string, answer: CompileResult): Promise<SealedAnswer> {
  const text = JSON.stringify(answer, (_name, value: unknown) =>
    value instanceof Uint8Array ? encodeBase64Url(value) : value,
  );
  return { key, seal: await sealOf(key, text), text };
}

/** Undefined unless `stored` is an intact answer for this key. */
export async function openAnswer(key: string, stored: unknown): Promise<CompileResult | undefined> {
  if (!isSealedAnswer(stored) || stored.key !== key) return undefined;
  if ((await sealOf(key, stored.text)) !== stored.seal) return undefined;
  // The seal proves that `sealAnswer` wrote this.
  const answer = JSON.parse(stored.text);
  const { result } = answer;
  if (typeof result?.binary !== 'string') return answer;
  const binary = decodeBase64(result.binary);
  return binary.ok ? { ...answer, result: { ...result, binary: binary.value } } : undefined;
}

function sealOf(key: string, text: string): Promise<string> {
  return sha256(`${key}\n${text}`);
}

function isSealedAnswer(stored: unknown): stored is SealedAnswer {
  if (typeof stored !== 'object' || stored === null) return false;
  const { key, seal, text } = stored as Partial<SealedAnswer>;
  return typeof key === 'string' && typeof seal === 'string' && typeof text === 'string';
}
