import type { DeclarationIndex } from './declaredLines.ts';
import type { CodeFunction } from './lineMap.ts';
import type { Place } from './printedFiles.ts';

/** Target code with at most one place per line. */
export interface PlacedCode {
  readonly functions: readonly CodeFunction[];
  readonly index: DeclarationIndex;
  /** False for source functions that the compiler inlined or removed. */
  hasFunction(name: string): boolean;
  /** Null for lines without a known source line. */
  placeAt(at: number): Place | null;
}

/** A part of a line of code with the source line that it comes from. */
export interface FoldedPart {
  readonly code: Columns;
  readonly place: Place;
  readonly source: Columns;
}

/** Zero-based; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

export interface FoldedLine {
  /** The place of the line as a whole. */
  readonly main: Place;
  /** All places, including the main one. */
  readonly places: readonly Place[];
  /** In code order. Some places have no part. */
  readonly parts: readonly FoldedPart[];
}

/** Finds the places of a line; null if it has only the place from its directive. */
export type FindFolded = (at: number) => FoldedLine | null;
