/** The quality of a match, and the offsets of the matched characters in order. */
interface TextMatch {
  readonly score: number;
  readonly offsets: readonly number[];
}

const AT_START = 12;
const AT_WORD_START = 10;
const BEHIND_THE_LAST = 13;
const ELSEWHERE = -4;
/** A match with a lower average score per character is a coincidence. */
const LEAST_AVERAGE = 5;

/**
 * The best match of a word's characters in a text, in order and ignoring case. Characters at the
 * starts of words and adjacent characters score most: `gtf` finds “Go to file”. Null if there is no
 * good match.
 */
export function matchWord(word: string, text: string): TextMatch | null {
  const lower = text.toLowerCase();
  // Some capitals have a longer lower case, which would shift the offsets.
  if (lower.length !== text.length) return null;
  const bonuses = Array.from({ length: text.length }, (_, at) => bonusAt(text, at));
  const steps: Step[] = [];
  for (const character of word.toLowerCase()) {
    steps.push(stepOf(character, lower, bonuses, steps.at(-1)));
  }
  return bestOf(steps);
}

/** For each offset, the best match of the word's first characters that ends there. */
interface Step {
  readonly scores: readonly number[];
  /** The offset of the preceding character in that match. */
  readonly previous: readonly number[];
}

function stepOf(
  character: string,
  lower: string,
  bonuses: readonly number[],
  before: Step | undefined,
): Step {
  const scores: number[] = [];
  const previous: number[] = [];
  /** The best offset that leaves a gap before the current one. */
  let best = -1;
  for (const [at, bonus] of bonuses.entries()) {
    if (before && scoreAt(before, at - 2) > scoreAt(before, best)) best = at - 2;
    const afterGap = before ? scoreAt(before, best) + bonus : bonus;
    const adjacent = before
      ? scoreAt(before, at - 1) + Math.max(bonus, BEHIND_THE_LAST)
      : Number.NEGATIVE_INFINITY;
    const isHere = lower[at] === character;
    scores.push(isHere ? Math.max(afterGap, adjacent) : Number.NEGATIVE_INFINITY);
    previous.push(adjacent >= afterGap ? at - 1 : best);
  }
  return { scores, previous };
}

function bestOf(steps: readonly Step[]): TextMatch | null {
  const ends = steps.at(-1)?.scores ?? [];
  const score = Math.max(...ends);
  if (score < LEAST_AVERAGE * steps.length) return null;
  const offsets: number[] = [];
  let at = ends.indexOf(score);
  for (const { previous } of steps.toReversed()) {
    offsets.unshift(at);
    at = previous[at] ?? -1;
  }
  return { score, offsets };
}

function scoreAt({ scores }: Step, offset: number): number {
  return scores[offset] ?? Number.NEGATIVE_INFINITY;
}

function bonusAt(text: string, offset: number): number {
  if (offset === 0) return AT_START;
  return isWordStart(text, offset) ? AT_WORD_START : ELSEWHERE;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function isWordStart(text: string, offset: number): boolean {
  const before = text[offset - 1] ?? '';
  if (!WORD_CHARACTER.test(before)) return true;
  return /\p{Lu}/u.test(text[offset] ?? '') && /\p{Ll}/u.test(before);
}

export function piecesOf(
  text: string,
  offsets: readonly number[],
): readonly { readonly text: string; readonly isMatch: boolean }[] {
  const matched = new Set(offsets);
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isMatch = matched.has(at);
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += text[at];
    else pieces.push({ text: text[at] ?? '', isMatch });
  }
  return pieces;
}
