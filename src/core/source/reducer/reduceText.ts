import { readTokens } from '#core/source/tokens.ts';
import { type Change, type Reduction, removal } from './change.ts';
import { itemLevels, readItems } from './items.ts';
import { findExpressions } from './parts/expressions.ts';
import { findComments, findDirectives, findLines } from './parts/lines.ts';
import { findListElements } from './parts/lists.ts';
import { findParameters } from './parts/parameters.ts';
import { findAttributes, findTails, findWrappers } from './parts/wrappers.ts';
import { sweep } from './sweep.ts';
import { tidy } from './tidy.ts';

/** Smaller parts, which are looked for once no larger one can be left out. */
const SMALLER: readonly ((text: string) => readonly Change[])[] = [
  findDirectives,
  findWrappers,
  findAttributes,
  findParameters,
  findListElements,
  findTails,
  findExpressions,
  findLines,
];

/**
 * Makes a source as small as it can while the fault stays: the largest parts first, then smaller ones,
 * until nothing helps any more. Then no declaration and no statement can be left out.
 */
export function* reduceText(text: string): Reduction<string> {
  let best = yield* sweep(text, findComments(text));
  for (;;) {
    const before = best;
    best = yield* reduceItems(best);
    for (const find of SMALLER) {
      best = yield* sweep(best, find(best));
      // What is used by fewer parts may be left out as a whole.
      if (best.length < SHRUNK * before.length) break;
    }
    if (best === before) return yield* tidyUp(best);
  }
}

/** If less than this part of a text is left, the next round begins. */
const SHRUNK = 0.8;

/** Leaves out items: those of the file, then those in their braces, and so on. */
function* reduceItems(text: string): Reduction<string> {
  let best = text;
  for (let depth = 0; ; depth += 1) {
    const level = itemLevels(readItems(readTokens(best)))[depth];
    if (!level) return best;
    best = yield* sweep(
      best,
      level.map((item) => [removal(item)]),
    );
  }
}

/** As a person would write it, if that keeps the fault. */
function* tidyUp(text: string): Reduction<string> {
  const tidied = tidy(text);
  return tidied !== text && (yield tidied) ? tidied : text;
}
