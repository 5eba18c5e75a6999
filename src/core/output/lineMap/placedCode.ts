import type { DeclarationIndex } from './declaredLines.ts';
import type { CodeFunction } from './lineMap.ts';
import type { Place } from './printedFiles.ts';

/** Target code whose lines have at most one place each. */
export interface PlacedCode {
  readonly functions: readonly CodeFunction[];
  readonly index: DeclarationIndex;
  /** Whether the code has a function of a name. Those of the source that it lacks were inlined or removed. */
  hasFunction(name: string): boolean;
  /** Null for lines that come from no known line. */
  placeAt(at: number): Place | null;
}

/** A part of a line of code with the line that it comes from. */
export interface FoldedPart {
  readonly code: Columns;
  readonly place: Place;
  /** The part of that line. */
  readonly source: Columns;
}

/** Zero-based; the last one is not included. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** The places of a line of code. */
export interface FoldedLine {
  /** The one that the line as a whole belongs to. */
  readonly main: Place;
  /** All of them. */
  readonly places: readonly Place[];
  /** In their order. Not each place has one. */
  readonly parts: readonly FoldedPart[];
}

/** Finds the places of a line; null if it has none but that of the directive. */
export type FindFolded = (at: number) => FoldedLine | null;
