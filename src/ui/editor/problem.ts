import type { EditorView } from '@codemirror/view';

/** A message about a range of the text, in UTF-16 offsets. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** The problem's code in the compiler's documentation; empty if it has none. */
  readonly code: string;
  readonly related: readonly RelatedPlace[];
  /** The likeliest first. */
  readonly fixes: readonly QuickFix[];
}

/** Edits that together fix a problem, in text order. */
export interface QuickFix {
  /** The fix as a command. */
  readonly label: string;
  readonly edits: readonly {
    readonly from: number;
    readonly to: number;
    readonly insert: string;
  }[];
}

export type RelatedPlace =
  /** A place in the same text; edits move its offset. */
  | { readonly kind: 'here'; readonly message: string; readonly at: number }
  | {
      readonly kind: 'elsewhere';
      readonly message: string;
      readonly label: string;
      /** Opens the place; null if that is not possible. */
      readonly open: ((view: EditorView) => void) | null;
    };

export interface ShownProblem extends Problem {
  readonly id: number;
}
