import type { CompileTarget } from '#core/output/compileTarget.ts';

/** Two outputs for the same target and entry point. */
export interface CodePair {
  readonly target: CompileTarget;
  readonly before: string;
  readonly after: string;
}

/** The difference between two outputs, ignoring the numbers in compiler-generated names. */
export interface CodeDifference {
  readonly added: number;
  readonly removed: number;
  /** Number of lines that differ only in compiler-generated numbers. */
  readonly renamed: number;
  /** In the order of the new code. */
  readonly hunks: readonly CodeHunk[];
}

/** Lines of the old code and the lines that replace them; either list may be empty. */
export interface CodeHunk {
  /** The one-based line of the new code before which the removed lines belong. */
  readonly at: number;
  readonly removed: readonly ChangedLine[];
  readonly added: readonly ChangedLine[];
}

export interface ChangedLine {
  /** One-based line in its own text. */
  readonly line: number;
  /** Words that differ from the replaced or the replacing line; empty if the whole line does. */
  readonly words: readonly WordRange[];
}

export interface WordRange {
  readonly from: number;
  readonly to: number;
}
