import type { CompileRequest, CompileResult } from '#program/compileResult.ts';
import { compilesWholeProgram } from '#program/compileTarget.ts';

/** Remembers answers of the compiler. Asynchronous, so that a database can stand behind it. */
export interface CompileCache {
  get(key: string): Promise<CompileResult | undefined>;
  set(key: string, answer: CompileResult): Promise<void>;
}

/**
 * The key of a request: a SHA-256 over everything that an answer depends on. Null where the page
 * has no secure context and so no hash function; nothing is cached then.
 *
 * @param fingerprint names the compiler and its library modules
 */
export async function cacheKey(
  fingerprint: string,
  { target, entrypoint, sourceCode, shaderPath }: CompileRequest,
): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const named = compilesWholeProgram(target) ? null : entrypoint;
  const text = JSON.stringify([fingerprint, target, named, shaderPath, sourceCode]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps the answers that were used last, up to `maxCharacters` of code and log together. */
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
        // Moves to the end of the map's order, which is the order of use.
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

/** At least 1, so that answers without text do not pile up for ever. */
function sizeOf({ log, result }: CompileResult): number {
  return 1 + log.length + (result?.code.length ?? 0) + (result?.binary?.byteLength ?? 0);
}
