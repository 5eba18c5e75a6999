import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { SourceTexts } from '#core/output/lineMap/lineMap.ts';
import type { PackedMap } from './packedMap.ts';

/** Target code, to be shown beside other code. */
export interface AlignedOutput {
  readonly target: CompileTarget;
  readonly code: string;
  /** Null while it is not known. */
  readonly map: PackedMap | null;
  /** The project's files that it was compiled from. */
  readonly sources: SourceTexts;
  /** Whether a long prelude is shown, too. */
  readonly showsPrelude: boolean;
}

export interface AlignmentRequest {
  readonly left: AlignedOutput | null;
  readonly right: AlignedOutput | null;
  /** By the lines of the source, or by the text of two versions of the same output. */
  readonly by: 'source' | 'text';
}

/** The content of a row that holds no line of code. */
export const SPACER = 0;
export const PRELUDE = -1;

/** One side of two outputs. Both sides have the same number of rows, unless one is missing. */
export interface SideRows {
  /** One line for each row. */
  readonly text: string;
  /** A one-based line of the code, or {@link SPACER}, or {@link PRELUDE} for the folded lines. */
  readonly lines: readonly number[];
  /** Rows of both sides that belong together have the same key; 0 belongs to no other row. */
  readonly keys: readonly number[];
  /** The number of folded lines. */
  readonly prelude: number;
}

export interface Alignment {
  /** The number of places that begin in one row because they belong together. */
  readonly matches: number;
  readonly left: SideRows | null;
  readonly right: SideRows | null;
}
