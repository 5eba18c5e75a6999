import { ownValue } from '#core/util/ownValue.ts';
import type { AnswerSource } from './compileCache.ts';
import { openAnswer } from './sealedAnswer.ts';

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
