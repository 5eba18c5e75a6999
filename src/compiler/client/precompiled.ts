import type { AnswerSource } from './compileCache.ts';
import { openAnswer } from './sealedAnswer.ts';

/** Answers that were made with the site, one file each, by the {@link fileKey} of their request. */
export type PrecompiledFiles = Readonly<Record<string, string>>;

/** Enough of a key to name a file; the file holds the whole. */
const FILE_KEY_LENGTH = 16;

export function fileKey(key: string): string {
  return key.slice(0, FILE_KEY_LENGTH);
}

/**
 * The answers that came with the site. A file that is missing, cut short, or of another build is as
 * good as none.
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
      const url = Object.hasOwn(files, name) ? files[name] : undefined;
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
