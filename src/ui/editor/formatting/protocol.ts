import type { Method } from '#engine/worker/calls.ts';

/** Lines that are formatted, counted from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

interface FormatParams {
  readonly text: string;
  /** As in a `.clang-format` file. */
  readonly style: string;
  /** Null for the whole text. */
  readonly lines: LineRange | null;
}

export interface FormatMethods {
  format: Method<FormatParams, string>;
}
