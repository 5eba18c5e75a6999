import type { CompileTarget } from '#core/output/compileTarget.ts';
import { type Matches, matchInOrder } from '#core/util/matchInOrder.ts';
import {
  type ChangeRows,
  type CodeDifference,
  type CodeHunk,
  type CodePair,
  changeRows,
  type WordRange,
} from './codeDifference.ts';
import {
  type Code,
  type CodeLine,
  createVocabulary,
  readCode,
  tokenPattern,
  type Vocabulary,
} from './readCode.ts';

export interface ShownDifference extends Omit<CodeDifference, 'hunks'> {
  /** Null if no line changed. */
  readonly rows: ChangeRows | null;
}

export function showDifference(pair: CodePair): ShownDifference {
  const { hunks, ...counts } = compareCode(pair);
  return { ...counts, rows: hunks.length > 0 ? changeRows(pair.before, pair.after, hunks) : null };
}

/**
 * Compares two outputs line by line. Numbered names of the old code are first replaced by their
 * counterparts in the new code; lines that are then equal count as the same. Spaces, blank lines
 * and line directives are ignored.
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
 * Skips the lines before the first that reads differently. Their names are already matched, because
 * both codes introduce them in the same order.
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
    /** The line after the last line of the new code that counts. */
    end: (after.lines.at(-1)?.line ?? 0) + 1,
  };
}

// The next two functions number the names of both codes, so that matching names get equal numbers.

function oldNames({ newOf }: Renaming, vocabulary: Vocabulary): number[] {
  return Array.from(newOf, (other, name) =>
    vocabulary.wordOf(other < 0 ? `old ${name}` : `new ${other}`),
  );
}

function newNames({ oldOf }: Renaming, vocabulary: Vocabulary): number[] {
  return Array.from(oldOf, (_, name) => vocabulary.wordOf(`new ${name}`));
}

/**
 * Moves purely added or removed lines as far down as the text allows, so that an added function
 * ends with its own brace instead of the previous function's.
 */
function slideDown(before: readonly number[], after: readonly number[], matches: Matches): Matches {
  const down = Int32Array.from(matches);
  slideAdded(after, down);
  const partners = new Int32Array(after.length).fill(-1);
  for (const [index, match] of down.entries()) if (match >= 0) partners[match] = index;
  slideAdded(before, partners);
  down.fill(-1);
  for (const [index, match] of partners.entries()) if (match >= 0) down[match] = index;
  return down;
}

/** Slides unpaired lines of `keys` down. `partners` maps lines of the other side to `keys`. */
function slideAdded(keys: readonly number[], partners: Int32Array): void {
  let last = -1;
  for (let index = 0; index < partners.length; index += 1) {
    const partner = partners[index] ?? -1;
    if (partner < 0) {
      // The other side also has unpaired lines here: the lines replace each other.
      last = Number.MAX_SAFE_INTEGER;
      continue;
    }
    // The lines from `start` up to `partner` are unpaired, so the next pair may use the first of
    // them.
    const start = last + 1;
    if (start < partner && keys[start] === keys[partner]) {
      partners[index] = start;
      last = start;
    } else {
      last = partner;
    }
  }
}

interface HunkContext {
  readonly target: CompileTarget;
  readonly before: Code;
  readonly after: Code;
  /** Gains pairs of matching names found in lines that replace each other. */
  readonly renaming: Renaming;
  /** The line after the end of the new code. */
  readonly end: number;
}

function hunkOf({ removed, added, next }: LineHunk, context: HunkContext): CodeHunk {
  const { target, before, after, end } = context;
  const words = {
    removed: removed.map((): WordRange[] => []),
    added: added.map((): WordRange[] => []),
  };
  const replacements = findReplacements(
    removed.map((line) => shapeOf(line, before)),
    added.map((line) => shapeOf(line, after)),
  );
  for (const replacement of replacements) {
    const [one, other] = [removed[replacement.removed], added[replacement.added]];
    if (!one || !other) continue;
    const same = sameWords(one, other, replacement, context);
    const kept = new Set(same);
    words.removed[replacement.removed] = wordRanges(target, one.text, (at) => (same[at] ?? -1) < 0);
    words.added[replacement.added] = wordRanges(target, other.text, (at) => !kept.has(at));
  }
  return {
    at: next?.line ?? end,
    removed: removed.map(({ line }, index) => ({ line, words: words.removed[index] ?? [] })),
    added: added.map(({ line }, index) => ({ line, words: words.added[index] ?? [] })),
  };
}

/** The tokens of a line, with names reduced to their roots. */
function shapeOf({ tokens }: CodeLine, { roots }: Code): number[] {
  return tokens.map((token) => (token < 0 ? (roots[~token] ?? 0) : token));
}

/** Per word of the old line, the index of the new word of the same meaning; -1 for none. */
function sameWords(
  { tokens }: CodeLine,
  other: CodeLine,
  { words }: Replacement,
  { renaming: { newOf, oldOf } }: HunkContext,
): number[] {
  return tokens.map((token, at) => {
    const match = words[at] ?? -1;
    if (match < 0 || token >= 0) return match;
    const newName = ~(other.tokens[match] ?? 0);
    if ((newOf[~token] ?? 0) < 0 && (oldOf[newName] ?? 0) < 0) {
      newOf[~token] = newName;
      oldOf[newName] = ~token;
    }
    return newOf[~token] === newName ? match : -1;
  });
}

/** The ranges of the changed tokens of a line, with adjacent ones merged. */
function wordRanges(
  target: CompileTarget,
  text: string,
  isChanged: (token: number) => boolean,
): WordRange[] {
  const ranges: { from: number; to: number }[] = [];
  let index = 0;
  let wasChanged = false;
  for (const token of text.matchAll(tokenPattern(target))) {
    const changed = isChanged(index);
    const to = token.index + token[0].length;
    const last = ranges.at(-1);
    if (changed && wasChanged && last) last.to = to;
    else if (changed) ranges.push({ from: token.index, to });
    wasChanged = changed;
    index += 1;
  }
  return ranges;
}

/** Larger hunks and longer lines are not compared: nobody compares them by eye. */
const MAX_PAIRS = 2500;
const MAX_WORDS = 2000;

/** The minimum share of words that a line must have in common with its replacement. */
const SIMILAR = 0.5;

interface Replacement {
  /** Indices into the removed and the added lines. */
  readonly removed: number;
  readonly added: number;
  /** For each word of the removed line, its match in the added line; -1 if there is none. */
  readonly words: Matches;
}

type Words = readonly number[];

/** Pairs lines that replace each other, in order, with the greatest total similarity. */
function findReplacements(removed: readonly Words[], added: readonly Words[]): Replacement[] {
  if (removed.length * added.length > MAX_PAIRS) return [];
  const width = added.length + 1;
  const likeness = removed.map((one) => added.map((other) => likenessOf(one, other)));
  /** The best sum achievable from each pair of indices onwards. */
  const best = new Float64Array((removed.length + 1) * width);
  const bestAt = (one: number, other: number) => best[one * width + other] ?? 0;
  const withPair = (one: number, other: number) => {
    const alike = likeness[one]?.[other] ?? 0;
    return alike >= SIMILAR ? alike + bestAt(one + 1, other + 1) : 0;
  };
  for (let one = removed.length - 1; one >= 0; one -= 1) {
    for (let other = added.length - 1; other >= 0; other -= 1) {
      const without = Math.max(bestAt(one + 1, other), bestAt(one, other + 1));
      best[one * width + other] = Math.max(withPair(one, other), without);
    }
  }
  const found: Replacement[] = [];
  let [one, other] = [0, 0];
  while (bestAt(one, other) > 0) {
    const most = bestAt(one, other);
    if (withPair(one, other) === most) {
      const words = matchInOrder(removed[one] ?? [], added[other] ?? []);
      found.push({ removed: one, added: other, words });
      one += 1;
      other += 1;
    } else if (bestAt(one + 1, other) === most) one += 1;
    else other += 1;
  }
  return found;
}

/** Similarity of two lines, from 0 for no common words to 1 for the same words. */
function likenessOf(one: Words, other: Words): number {
  const longer = Math.max(one.length, other.length);
  if (longer > MAX_WORDS) return 0;
  const counts = new Map<number, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  return common / longer;
}

/** Unpaired lines between two pairs of equal lines. */
interface LineHunk {
  readonly removed: readonly CodeLine[];
  readonly added: readonly CodeLine[];
  /** The next line of the new code; null at its end. */
  readonly next: CodeLine | null;
}

interface KeyedCodes {
  readonly before: Code;
  readonly after: Code;
  readonly oldKeys: readonly number[];
  readonly newKeys: readonly number[];
}

/** Collects the unpaired lines, except declarations that only moved. */
function findHunks(codes: KeyedCodes, matches: Matches): LineHunk[] {
  const { before, after } = codes;
  const moved = movedDeclarations(codes, matches);
  const hunks: LineHunk[] = [];
  const add = (fromOld: number, toOld: number, fromNew: number, toNew: number) => {
    const removed = before.lines.slice(fromOld, toOld).filter((line) => !moved.has(line));
    const added = after.lines.slice(fromNew, toNew).filter((line) => !moved.has(line));
    if (removed.length === 0 && added.length === 0) return;
    hunks.push({ removed, added, next: after.lines[fromNew] ?? null });
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

/** Unordered lines that both codes have at different places. */
function movedDeclarations(
  { before, after, oldKeys, newKeys }: KeyedCodes,
  matches: Matches,
): ReadonlySet<CodeLine> {
  const moved = new Set<CodeLine>();
  const open = new Map<number, CodeLine[]>();
  for (const [index, line] of before.lines.entries()) {
    if (!line.isUnordered || (matches[index] ?? -1) >= 0) continue;
    const key = oldKeys[index] ?? -1;
    open.set(key, [...(open.get(key) ?? []), line]);
  }
  const matched = new Set(matches);
  for (const [index, line] of after.lines.entries()) {
    if (matched.has(index)) continue;
    const other = open.get(newKeys[index] ?? -1)?.pop();
    if (other) moved.add(line).add(other);
  }
  return moved;
}

/** A one-to-one matching of the numbered names of two codes; -1 for names without a counterpart. */
interface Renaming {
  /** The new name for each old name, by index. */
  readonly newOf: Int32Array;
  /** The old name for each new name, by index. */
  readonly oldOf: Int32Array;
}

/** Each round finds names in the lines that the previous round paired. */
const ROUNDS = 3;

/**
 * Matches the numbered names of the old code to those of the new code. Each name has at most one
 * counterpart throughout the code; a wrong match only makes lines differ.
 *
 * @param known the number of leading names that are the same in both codes
 */
function findRenaming(before: Code, after: Code, known: number): Renaming {
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

/** Pairs equal lines; names without a counterpart are compared by their roots. */
function matchByRoots(before: Code, after: Code, { newOf, oldOf }: Renaming): Matches {
  // Matched names are negative; roots are not.
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

/** Outweighs any number of uses: both names are defined here, in lines that are unique. */
const DEFINITION_WEIGHT = 1e9;

/**
 * Matches the names in paired lines, the most frequent pairs first.
 *
 * @param isUnique whether an old line occurs only once in each code
 * @returns the number of names matched
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
  // The sort is stable, so ties keep the order of the code.
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

/** How often a name's meaning expands to its first line and the names in that line. */
const DEPTH = 2;

/**
 * Hashes each line, with equal hashes for lines of the same meaning, however their names are
 * numbered. A name's meaning is its root combined with the meaning of the first line that uses it.
 */
function lineMeanings({ lines, roots }: Code): number[] {
  const first = firstLines(lines, roots.length);
  let meanings: readonly number[] = roots;
  let hashes = hashesOf(lines, meanings);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const known = hashes;
    meanings = roots.map((root, name) => mix(root, known[first[name] ?? -1] ?? -1));
    hashes = hashesOf(lines, meanings);
  }
  return hashes;
}

/**
 * Hashes each line, given a number for each name. Faster than a key, and accurate enough to find
 * candidates.
 */
function hashesOf(lines: Code['lines'], names: ArrayLike<number>): number[] {
  return lines.map(({ tokens }) => {
    let low = 7;
    let high = tokens.length;
    for (const token of tokens) {
      const value = token < 0 ? mix(1, names[~token] ?? 0) : mix(2, token);
      low = mix(low, value);
      high = mix(high + 0x1234567, value);
    }
    return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
  });
}

function mix(seed: number, value: number): number {
  let mixed = Math.imul((seed ^ 0x9e3779b9) + (value | 0), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** A key for each line, given a number for each name. Equal keys mean equal lines. */
function keysOf(lines: Code['lines'], names: ArrayLike<number>, vocabulary: Vocabulary): number[] {
  return lines.map(({ tokens }) => {
    let key = '';
    for (const token of tokens) key += token < 0 ? `n${names[~token] ?? -1} ` : `${token} `;
    return vocabulary.wordOf(key);
  });
}

/** The index of the first line that uses each name. */
function firstLines(lines: Code['lines'], count: number): Int32Array {
  const first = new Int32Array(count).fill(-1);
  for (const [index, { tokens }] of lines.entries()) {
    for (const token of tokens) if (token < 0 && first[~token] === -1) first[~token] = index;
  }
  return first;
}
