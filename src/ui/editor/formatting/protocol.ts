import type { Method } from '#engine/worker/calls.ts';

/** The lines to format, counted from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

interface FormatParams {
  readonly text: string;
  /** In the format of a `.clang-format` file. */
  readonly style: string;
  readonly lines: LineRange | null;
}

export interface FormatMethods {
  format: Method<FormatParams, string>;
}
