import { HIDDEN_CHARACTERS } from '#core/util/hiddenCharacters.ts';
import { brief } from '#core/util/text.ts';

/** Characters. A browser tab shows about 30. */
const MAX_LENGTH = 60;

/** Characters that are searched for the first comment. */
const START_LENGTH = 10_000;

/** A comment, or an import or directive that may precede the opening comment. */
const BEGINNING = /\s*(?:\/\/(.*)|\/\*([\s\S]*?)\*\/|(?:import\b|#).*)/y;

/** Opening words of comments that do not describe the shader. */
const NO_TITLE = /^(?:copyright|\(c\)|©|spdx-|licen[sc]e)/i;

/** The first sentence of the source's opening comments. */
export function firstComment(text: string): string | null {
  const start = text.slice(0, START_LENGTH);
  BEGINNING.lastIndex = 0;
  for (let part = BEGINNING.exec(start); part; part = BEGINNING.exec(start)) {
    for (const line of (part[1] ?? part[2] ?? '').split('\n')) {
      const seen = line.replaceAll(HIDDEN_CHARACTERS, '');
      const words = seen.replaceAll(/^[\s/*!]+|[\s/*]+$/g, '');
      if (/\p{L}/u.test(words) && !NO_TITLE.test(words)) {
        const sentence = words.replace(/(?:[.:;!](?:\s.*)?|,)$/, '');
        return brief(sentence, MAX_LENGTH);
      }
    }
  }
  return null;
}

/** The name of the first function with `[shader(…)]`. */
export function firstEntryPoint(text: string): string | null {
  const start = text.indexOf('[shader(');
  if (start < 0) return null;
  const declaration = text.slice(start, start + 1000).replaceAll(/\[[^\]]*(?:\]|$)/g, ' ');
  return /\b(\w+)\s*\(/.exec(declaration)?.[1] ?? null;
}
