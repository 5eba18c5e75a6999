import type { Words } from './codeWords.ts';
import type { DeclaredLines } from './declaredLines.ts';
import type { CodeFunction } from './lineMap.ts';
import type { Place } from './printedFiles.ts';

/** Target code, with the places that its directives give. */
export interface PrintedCode {
  readonly lines: readonly string[];
  /** The index of the first line that has a directive before it. */
  readonly start: number;
  readonly functions: readonly CodeFunction[];
  /** Null for lines without a place, and for those of the compiler's core. */
  readonly places: readonly (Place | null)[];
  words(line: number): Words;
}

/** The place of a line, or the function that it comes from if the place is not certain. */
export type Placed =
  | { readonly kind: 'line'; readonly place: Place }
  | { readonly kind: 'function'; readonly declared: DeclaredLines };
