import { ownValue } from '#core/util/ownValue.ts';
import type { AnswerSource } from './compileCache.ts';
import { openAnswer } from './sealedAnswer.ts';

/** Answers that the build compiled, one file each, by the {@link fileKey} of their request. */
type PrecompiledFiles = Readonly<Record<string, string>>;

/** The part of a key that names its file; the file contains the whole key. */
const FILE_KEY_LENGTH = 16;

export function fileKey(key: string): string {
  return key.slice(0, FILE_KEY_LENGTH);
}

/**
 * The answers that the build compiled. A file that is missing, truncated, or of another build counts as
 * no answer.
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
