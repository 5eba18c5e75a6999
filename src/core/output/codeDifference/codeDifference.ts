import type { CompileTarget } from '#core/output/compileTarget.ts';

/** Two outputs of one target and entry point. */
export interface CodePair {
  readonly target: CompileTarget;
  readonly before: string;
  readonly after: string;
}

/** What is different between two outputs, apart from names that the compiler makes and numbers. */
export interface CodeDifference {
  /** Lines that only the new code has. */
  readonly added: number;
  /** Lines that only the old code has. */
  readonly removed: number;
  /** Lines that are the same, apart from names that the compiler has numbered anew. */
  readonly renamed: number;
  /** In the order of the new code. */
  readonly hunks: readonly CodeHunk[];
}

/** Lines of the old code that lines of the new code replace; one of the lists may be empty. */
export interface CodeHunk {
  /** The line of the new code, one-based, that the removed lines stand before. */
  readonly at: number;
  readonly removed: readonly ChangedLine[];
  readonly added: readonly ChangedLine[];
}

export interface ChangedLine {
  /** One-based, in its own text. */
  readonly line: number;
  /** What is different from the line that it replaces or that replaces it; empty if all of it is. */
  readonly words: readonly WordRange[];
}

/** UTF-16 offsets in the line. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}
