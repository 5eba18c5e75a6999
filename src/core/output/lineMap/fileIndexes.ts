import type { Words } from './codeWords.ts';
import type { DeclarationIndex } from './declaredLines.ts';
import type { PrintedFile } from './printedFiles.ts';
import type { PrintedLine } from './printedLines.ts';

/** The most lines that are compared for each index; more would not change the result. */
const MAX_COMPARED = 400;

/**
 * Below this share of lines that a file explains, no known file is meant, but one of the
 * compiler's core.
 */
const MIN_SHARE = 0.3;

/**
 * Finds the files that GLSL's `#line` directives mean by their indexes: each index means the file
 * whose lines explain the most lines of the code.
 */
export function filesOfIndexes(
  printed: readonly (PrintedLine | null)[],
  words: (line: number) => Words,
  files: readonly PrintedFile[],
  index: DeclarationIndex,
): ReadonlyMap<string, PrintedFile> {
  const scores = [...linesOfIndexes(printed)].flatMap(([number, lines]) =>
    files.flatMap((file) => {
      const places = lines.flatMap((at) => {
        const place = printed[at];
        return place && words(at).size > 0 ? [{ line: place.line, words: words(at) }] : [];
      });
      const share = shareExplained(places, file, index);
      return share < MIN_SHARE ? [] : [{ number, file, share, count: places.length }];
    }),
  );
  // Those with most lines explained first, since no two indexes mean one file.
  scores.sort((one, other) => other.share * other.count - one.share * one.count);
  const found = new Map<string, PrintedFile>();
  const taken = new Set<PrintedFile>();
  for (const { number, file } of scores) {
    if (found.has(number) || taken.has(file)) continue;
    found.set(number, file);
    taken.add(file);
  }
  return found;
}

function linesOfIndexes(printed: readonly (PrintedLine | null)[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [at, place] of printed.entries()) {
    if (!place) continue;
    const known = lines.get(place.file);
    if (!known) lines.set(place.file, [at]);
    else if (known.length < MAX_COMPARED) known.push(at);
  }
  return lines;
}

/** The share of the lines of code that their lines in the file explain. */
function shareExplained(
  places: readonly { readonly line: number; readonly words: Words }[],
  file: PrintedFile,
  index: DeclarationIndex,
): number {
  const explained = places.filter(({ line, words }) => {
    const place = file.placeOf(line, words);
    return place && index.explains(place.known, place.line, words);
  });
  return places.length === 0 ? 0 : explained.length / places.length;
}
