import { lineText, type TextDocument } from '#engine/language/textDocument.ts';

/** The binary's token kinds by number. */
export const TOKEN_TYPES = [
  'type',
  'enumMember',
  'variable',
  'parameter',
  'function',
  'property',
  'namespace',
  'keyword',
  'macro',
  'string',
] as const;

/** A token is five numbers: lines and characters since the previous one, length, type, modifiers. */
const NUMBERS = 5;

const NAME = /^[\w\u0080-\uffff]+/;
const NOT_ASCII = /[\u0080-\uffff]/;

/**
 * The binary's tokens with their lengths in UTF-16 units. Its places already are, but the
 * lengths count bytes.
 */
export function tokensIn(document: TextDocument, native: readonly number[]): number[] {
  const tokens = [...native];
  if (!NOT_ASCII.test(document.text)) return tokens;
  let line = 0;
  let character = 0;
  for (let index = 0; index + NUMBERS <= tokens.length; index += NUMBERS) {
    const [lines = 0, characters = 0, length = 0] = tokens.slice(index, index + 3);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const text = lineText(document, line).slice(character);
    if (!NOT_ASCII.test(text.slice(0, length))) continue;
    tokens[index + 2] = Math.min(NAME.exec(text)?.[0].length ?? length, length);
  }
  return tokens;
}
