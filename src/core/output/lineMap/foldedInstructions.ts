import { createCallFinder, readScopes } from './codeScopes.ts';
import { isPlainNumber, type Words } from './codeWords.ts';
import { type CodeMember, placeOfMember } from './placeDeclarations.ts';
import type { FindFolded, PlacedCode } from './placedCode.ts';
import type { Place } from './printedFiles.ts';

/** A number that more lines have says nothing of where an instruction comes from. */
const MAX_SAME_NUMBERS = 3;

/** A constant belongs to all lines that have its number; more of them tell nothing. */
const MAX_USES = 16;

export interface SpirvLines {
  /** All lines of the text. */
  readonly lines: readonly string[];
  /** The numbers of each line, with those of the constants that it names. */
  readonly words: (at: number) => Words;
  /** By one-based lines. */
  readonly members: ReadonlyMap<number, CodeMember>;
}

/**
 * Finds the lines of instructions of SPIR-V by their numbers, and the calls of functions that the compiler
 * has put in their place. An instruction does one thing, so it seldom has more than one line of its own.
 *
 * A name of a struct's member comes from where the member is declared.
 */
export function createInstructionFolding(
  { lines, words, members }: SpirvLines,
  code: PlacedCode,
): FindFolded {
  const { index, placeAt } = code;
  const calls = createCallFinder(code);
  const scopes = readScopes(lines, words, code);
  return (at) => {
    const member = members.get(at + 1);
    if (member) {
      const main = placeOfMember(member, index);
      return main && { main, places: [main], parts: [] };
    }
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
