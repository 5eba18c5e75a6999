import { readTokens } from '#program/source/tokens.ts';
import { type Reduction, removal } from './change.ts';
import { itemLevels, readItems } from './items.ts';
import { findExpressions } from './parts/expressions.ts';
import { findListElements } from './parts/lists.ts';
import { findParameters } from './parts/parameters.ts';
import { findComments, findDirectives, findLines } from './parts/lines.ts';
import { findAttributes, findTails, findWrappers } from './parts/wrappers.ts';
import { sweep, tryEach } from './sweep.ts';
import { tidy } from './tidy.ts';

/**
 * Makes a source as small as it can while the fault stays: the largest parts first, then smaller ones,
 * until nothing helps any more. Then no statement and no declaration can be left out.
 */
export function* reduceText(text: string): Reduction<string> {
  let best = yield* sweep(text, findComments(text).map((each) => [each]));
  for (;;) {
    const before = best;
    best = yield* reduceItems(best);
    best = yield* sweep(best, findDirectives(best).map((each) => [each]));
    best = yield* tryEach(best, findWrappers);
    // What is small now needs fewer tries.
    if (best.length < SHRUNK * before.length) continue;
    best = yield* sweep(best, findAttributes(best));
    best = yield* tryEach(best, findParameters);
    best = yield* tryEach(best, findListElements);
    best = yield* tryEach(best, findTails);
    best = yield* tryEach(best, findExpressions);
    best = yield* sweep(best, findLines(best));
    if (best === before) break;
  }
  return yield* tidyUp(best);
}

/** While a round leaves less than this part of a text, the next round begins with whole items again. */
const SHRUNK = 0.7;

/** Leaves out items: those of the file, then those in their braces, and so on. */
export function* reduceItems(text: string): Reduction<string> {
  let best = text;
  for (let depth = 0; ; depth += 1) {
    const level = itemLevels(readItems(readTokens(best)))[depth];
    if (!level) return best;
    best = yield* sweep(best, level.map((item) => [removal(item)]));
  }
}

/** As a person would write it. */
function* tidyUp(text: string): Reduction<string> {
  const tidied = tidy(text);
  return tidied !== text && (yield tidied) ? tidied : text;
}
