import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { CodeHunk, WordRange } from './codeDifference.ts';
import type { LineHunk } from './findHunks.ts';
import type { Code, CodeLine } from './readCode.ts';
import type { Renaming } from './renaming.ts';
import { findReplacements, type Replacement } from './replacements.ts';
import { wordRanges } from './wordRanges.ts';

interface HunkContext {
  readonly target: CompileTarget;
  readonly before: Code;
  readonly after: Code;
  /** Names that stand for each other in lines that replace each other are added to it. */
  readonly renaming: Renaming;
  /** Behind the new code's last line. */
  readonly end: number;
}

/** Marks the words that have changed in lines that replace each other. */
export function hunkOf({ removed, added, next }: LineHunk, context: HunkContext): CodeHunk {
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

/** The words of a line, with what stays of its names without numbers. */
function shapeOf({ tokens }: CodeLine, { roots }: Code): number[] {
  return tokens.map((token) => (token < 0 ? (roots[~token] ?? 0) : token));
}

/** The new line's word for each of the old line that means the same; -1 for all others. */
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
