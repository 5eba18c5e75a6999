import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { SourceTexts } from '#core/output/lineMap/lineMap.ts';
import type { PackedMap } from './packedMap.ts';

export interface AlignedOutput {
  readonly target: CompileTarget;
  readonly code: string;
  /** Null until it is known. */
  readonly map: PackedMap | null;
  readonly sources: SourceTexts;
  /** Whether to show a long prelude. */
  readonly showsPrelude: boolean;
}

export interface AlignmentRequest {
  readonly left: AlignedOutput | null;
  readonly right: AlignedOutput | null;
  /** Align by source line, or by the text of two versions of the same output. */
  readonly by: 'source' | 'text';
}

/** A row without a line of code, and a row for the folded prelude. */
export const SPACER = 0;
export const PRELUDE = -1;

/** Both sides have the same number of rows, unless one side is missing. */
export interface SideRows {
  /** One line for each row. */
  readonly text: string;
  /** The one-based line of code per row, {@link SPACER}, or {@link PRELUDE} for folded lines. */
  readonly lines: readonly number[];
  /** Corresponding rows of the two sides have equal keys; 0 matches no row. */
  readonly keys: readonly number[];
  /** The number of folded lines. */
  readonly prelude: number;
}

export interface Alignment {
  /** The number of pairs of lines that start in the same row. */
  readonly matches: number;
  readonly left: SideRows | null;
  readonly right: SideRows | null;
}
