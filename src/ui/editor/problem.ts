import type { EditorView } from '@codemirror/view';

/** A message about a range of the text, in UTF-16 offsets. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Identifies the kind of problem in the compiler's documentation; empty if it has none. */
  readonly code: string;
  /** Other places that explain it. */
  readonly related: readonly RelatedPlace[];
  /** The likeliest first. */
  readonly fixes: readonly QuickFix[];
}

/** Edits that fix a problem together, in the order of the text. */
export interface QuickFix {
  /** What the fix does, as a command. */
  readonly label: string;
  readonly edits: readonly {
    readonly from: number;
    readonly to: number;
    readonly insert: string;
  }[];
}

export type RelatedPlace =
  /** In the same text: an offset, which edits move. */
  | { readonly kind: 'here'; readonly message: string; readonly at: number }
  | {
      readonly kind: 'elsewhere';
      readonly message: string;
      /** The place's name in the interface. */
      readonly label: string;
      /** Opens the place; null if it cannot be opened. */
      readonly open: ((view: EditorView) => void) | null;
    };

/** A problem in the editor. Its id stays the same while edits move it. */
export interface ShownProblem extends Problem {
  readonly id: number;
}
