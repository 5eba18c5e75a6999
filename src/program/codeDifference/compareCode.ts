import { changedWords } from './changedWords.ts';
import type { ChangedLine, CodeDifference, CodeHunk, CodePair } from './codeDifference.ts';
import { keysOf } from './lineMeanings.ts';
import type { Matches } from './matches.ts';
import { matchLines } from './matchLines.ts';
import { type Code, readCode } from './readCode.ts';
import { findRenaming, type Renaming } from './renaming.ts';
import { slideDown } from './slideDown.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/**
 * Compares two outputs line by line. The old code's numbered names count as what they have become in
 * the new code, so a line is the same if it is equal then. Spaces, blank lines and line directives do
 * not count.
 */
export function compareCode(pair: CodePair): CodeDifference {
  if (pair.before === pair.after) return { added: 0, removed: 0, renamed: 0, hunks: [] };
  const vocabulary = createVocabulary();
  const { before, after, known, end } = withoutEqualStart(
    readCode(pair.target, pair.before, vocabulary),
    readCode(pair.target, pair.after, vocabulary),
  );
  const renaming = findRenaming(before, after, { known, vocabulary });
  const compared = { before, after, end, names: commonNames(renaming, vocabulary) };
  const oldKeys = keysOf(before.lines, compared.names.old, vocabulary);
  const newKeys = keysOf(after.lines, compared.names.new, vocabulary);
  const matches = slideDown(oldKeys, newKeys, matchLines(oldKeys, newKeys));
  const hunks = hunksOf(pair, compared, matches);
  return {
    added: hunks.reduce((sum, { added }) => sum + added.length, 0),
    removed: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
    renamed: matches.reduce((count, match, index) => {
      const [one, other] = [before.lines[index], after.lines[match]];
      return other && one?.text.trim() !== other.text.trim() ? count + 1 : count;
    }, 0),
    hunks,
  };
}

/**
 * Leaves out the lines up to the first that reads differently. Their names are known: they were found
 * in the same order.
 */
function withoutEqualStart(before: Code, after: Code) {
  let start = 0;
  let known = 0;
  while (start < before.lines.length && start < after.lines.length) {
    const [one, other] = [before.lines[start], after.lines[start]];
    if (one?.text !== other?.text) break;
    for (const token of one?.tokens ?? []) known = Math.max(known, ~token + 1);
    start += 1;
  }
  return {
    before: { ...before, lines: before.lines.slice(start) },
    after: { ...after, lines: after.lines.slice(start) },
    known,
    /** Behind the new code's last line that counts. */
    end: (after.lines.at(-1)?.line ?? 0) + 1,
  };
}

/** A number for each name, equal for names of both codes that stand for each other. */
function commonNames({ newOf, oldOf }: Renaming, vocabulary: Vocabulary) {
  return {
    old: Array.from(newOf, (other, name) =>
      vocabulary.wordOf(other < 0 ? `old ${name}` : `new ${other}`),
    ),
    new: Array.from(oldOf, (_, name) => vocabulary.wordOf(`new ${name}`)),
  };
}

interface Compared {
  readonly before: Code;
  readonly after: Code;
  readonly end: number;
  readonly names: { readonly old: readonly number[]; readonly new: readonly number[] };
}

function hunksOf(
  { target }: CodePair,
  { before, after, end, names }: Compared,
  matches: Matches,
): CodeHunk[] {
  const hunks: CodeHunk[] = [];
  const add = (fromOld: number, toOld: number, fromNew: number, toNew: number) => {
    if (fromOld === toOld && fromNew === toNew) return;
    const sides = {
      target,
      removed: sideOf(before, fromOld, toOld, names.old),
      added: sideOf(after, fromNew, toNew, names.new),
    };
    const words = changedWords(sides);
    const changed = (code: Code, from: number, ranges: typeof words.removed): ChangedLine[] =>
      ranges.map((each, index) => ({ line: code.lines[from + index]?.line ?? 0, words: each }));
    hunks.push({
      at: after.lines[fromNew]?.line ?? end,
      removed: changed(before, fromOld, words.removed),
      added: changed(after, fromNew, words.added),
    });
  };
  let fromOld = 0;
  let fromNew = 0;
  for (const [index, match] of matches.entries()) {
    if (match < 0) continue;
    add(fromOld, index, fromNew, match);
    fromOld = index + 1;
    fromNew = match + 1;
  }
  add(fromOld, before.lines.length, fromNew, after.lines.length);
  return hunks;
}

function sideOf({ lines }: Code, from: number, to: number, names: readonly number[]) {
  return lines.slice(from, to).map(({ text, tokens }) => ({
    text,
    words: tokens.map((token) => (token < 0 ? ~(names[~token] ?? 0) : token)),
  }));
}
