import { type Matches, matchInOrder } from '#core/util/matchInOrder.ts';
import { firstLines, hashesOf, lineMeanings } from './lineMeanings.ts';
import type { Code } from './readCode.ts';

/** Numbered names of two codes that stand for each other, one to one; -1 for those that have no other. */
export interface Renaming {
  /** By the index of the old name. */
  readonly newOf: Int32Array;
  /** By the index of the new name. */
  readonly oldOf: Int32Array;
}

/** Each finds names between the lines that the one before has paired. */
const ROUNDS = 3;

/**
 * Finds which numbered names of the new code the names of the old code have become. Whatever it finds,
 * a name keeps its other throughout the code: where both stand for different things, lines differ.
 *
 * @param known how many of the first names of both codes are the same names
 */
export function findRenaming(before: Code, after: Code, known: number): Renaming {
  const identity = (_: unknown, name: number) => (name < known ? name : -1);
  const renaming: Renaming = {
    newOf: Int32Array.from(before.roots, identity),
    oldOf: Int32Array.from(after.roots, identity),
  };
  const keys = [lineMeanings(before), lineMeanings(after)] as const;
  adopt(before, after, renaming, matchInOrder(...keys), uniqueIn(...keys));
  for (let round = 1; round < ROUNDS; round += 1) {
    const found = adopt(before, after, renaming, matchByRoots(before, after, renaming));
    if (found === 0) break;
  }
  return renaming;
}

/** Pairs lines that are equal if names without an other count by what stays of them without number. */
function matchByRoots(before: Code, after: Code, { newOf, oldOf }: Renaming): Matches {
  // Pairs are negative, and roots are not.
  const oldNames = before.roots.map((root, name) => {
    const other = newOf[name] ?? -1;
    return other < 0 ? root : ~other;
  });
  const newNames = after.roots.map((root, name) => ((oldOf[name] ?? -1) < 0 ? root : ~name));
  return matchInOrder(hashesOf(before.lines, oldNames), hashesOf(after.lines, newNames));
}

interface Vote {
  readonly oldName: number;
  readonly newName: number;
  count: number;
}

/** More than any number of uses: both names first stand there, in lines that are like no others. */
const DEFINITION_WEIGHT = 1e9;

/**
 * Adds the names that stand for each other in paired lines, the most frequent pairs first.
 *
 * @param isUnique whether an old line is like no other line of either code
 * @returns how many it has added
 */
function adopt(
  before: Code,
  after: Code,
  { newOf, oldOf }: Renaming,
  matches: Matches,
  isUnique: (line: number) => boolean = () => false,
): number {
  const firstOld = firstLines(before.lines, before.roots.length);
  const firstNew = firstLines(after.lines, after.roots.length);
  const votes = new Map<number, Vote>();
  for (const [index, match] of matches.entries()) {
    if (match < 0) continue;
    const newTokens = after.lines[match]?.tokens ?? [];
    for (const [at, token] of (before.lines[index]?.tokens ?? []).entries()) {
      const other = newTokens[at] ?? 0;
      if (token >= 0 || other >= 0) continue;
      const [oldName, newName] = [~token, ~other];
      if ((newOf[oldName] ?? 0) >= 0 || (oldOf[newName] ?? 0) >= 0) continue;
      const key = oldName * after.roots.length + newName;
      const vote = votes.get(key) ?? { oldName, newName, count: 0 };
      votes.set(key, vote);
      const isDefinition =
        firstOld[oldName] === index && firstNew[newName] === match && isUnique(index);
      vote.count += isDefinition ? DEFINITION_WEIGHT : 1;
    }
  }
  let added = 0;
  // Equal counts stay in the order of the code.
  for (const { oldName, newName } of [...votes.values()].sort((a, b) => b.count - a.count)) {
    if ((newOf[oldName] ?? 0) >= 0 || (oldOf[newName] ?? 0) >= 0) continue;
    newOf[oldName] = newName;
    oldOf[newName] = oldName;
    added += 1;
  }
  return added;
}

function uniqueIn(before: readonly number[], after: readonly number[]): (line: number) => boolean {
  const counts = new Map<number, number>();
  for (const key of [...before, ...after]) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (line) => counts.get(before[line] ?? -1) === 2;
}
