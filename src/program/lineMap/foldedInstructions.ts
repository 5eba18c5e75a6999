import { createCallFinder, readScopes } from './codeScopes.ts';
import { isPlainNumber, type Words } from './codeWords.ts';
import type { FindFolded, PlacedCode } from './placedCode.ts';
import type { Place } from './printedFiles.ts';

/** A number that more lines have says nothing of where an instruction comes from. */
const MAX_SAME_NUMBERS = 3;

/** A constant belongs to all lines that have its number; more of them tell nothing. */
const MAX_USES = 16;

/**
 * Finds the lines of instructions of SPIR-V by their numbers, and the calls of functions that the compiler
 * has put in their place. An instruction does one thing, so it seldom has more than one line of its own.
 *
 * @param lines all lines of the text
 * @param words the numbers of each line, with those of the constants that it names
 */
export function createInstructionFolding(
  lines: readonly string[],
  words: (at: number) => Words,
  code: PlacedCode,
): FindFolded {
  const { index, placeAt } = code;
  const calls = createCallFinder(code);
  const scopes = readScopes(lines, words, code);
  return (at) => {
    const place = placeAt(at);
    const scope = scopes.at(at);
    const most = scope ? MAX_SAME_NUMBERS : MAX_USES;
    const places: Place[] = place ? [place] : [];
    const add = (found: Place) => {
      if (!places.some(({ known, line }) => known === found.known && line === found.line)) {
        places.push(found);
      }
    };
    for (const word of words(at)) {
      if (isPlainNumber(word) || place?.known.wordsAt(place.line).has(word)) continue;
      const same = index.linesWith(word);
      if (same.length <= most) for (const each of same) add(each);
    }
    for (const each of scope ? [...places] : []) {
      if (!scope || !calls.isInlined(each, scope) || calls.hasCall(each, places)) continue;
      for (const call of calls.to(each, scope, scopes.near(at))) add(call);
    }
    const [main] = places;
    if (!main || (place && places.length === 1)) return null;
    return { main, places, parts: [] };
  };
}
