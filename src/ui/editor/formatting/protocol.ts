/** Lines that are formatted, counted from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The page's message to the formatter's worker. */
export interface FormatRequest {
  readonly id: number;
  readonly text: string;
  /** As in a `.clang-format` file. */
  readonly style: string;
  /** Null for the whole text. */
  readonly lines: LineRange | null;
}

export type FormatAnswer =
  | { readonly kind: 'formatted'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };
