/** The line of the new code for each of the old code, in the same order; -1 if there is none. */
export type Matches = Int32Array;

/** Lines from `fromA` to before `toA` of one code, and the same of the other. */
export interface Span {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}
