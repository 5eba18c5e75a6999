import { matchInOrder } from '#core/util/matchInOrder.ts';
import type { CodeDifference, CodePair } from './codeDifference.ts';
import { findHunks } from './findHunks.ts';
import { hunkOf } from './hunkOf.ts';
import { keysOf } from './lineMeanings.ts';
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
  const read = (text: string) => readCode(pair.target, text, vocabulary);
  const { before, after, known, end } = withoutEqualStart(read(pair.before), read(pair.after));
  const renaming = findRenaming(before, after, known);
  const oldKeys = keysOf(before.lines, oldNames(renaming, vocabulary), vocabulary);
  const newKeys = keysOf(after.lines, newNames(renaming, vocabulary), vocabulary);
  const matches = slideDown(oldKeys, newKeys, matchInOrder(oldKeys, newKeys));
  const found = findHunks({ before, after, oldKeys, newKeys }, matches);
  const hunks = found.map((hunk) => hunkOf(hunk, { ...pair, before, after, renaming, end }));
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
    const isSame = (token: number, at: number) =>
      token === other?.tokens[at] && (token >= 0 || before.roots[~token] === after.roots[~token]);
    if (one?.text !== other?.text || !one?.tokens.every(isSame)) break;
    for (const token of one.tokens) known = Math.max(known, ~token + 1);
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

// A number for each name, equal for names of both codes that stand for each other.

function oldNames({ newOf }: Renaming, vocabulary: Vocabulary): number[] {
  return Array.from(newOf, (other, name) =>
    vocabulary.wordOf(other < 0 ? `old ${name}` : `new ${other}`),
  );
}

function newNames({ oldOf }: Renaming, vocabulary: Vocabulary): number[] {
  return Array.from(oldOf, (_, name) => vocabulary.wordOf(`new ${name}`));
}
