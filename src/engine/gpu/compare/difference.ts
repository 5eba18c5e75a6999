/** By how much a difference image multiplies differences. */
export type Gain = 1 | 8 | 64;

/** How two pictures of one size differ, in steps of 8-bit channels. */
export interface Difference {
  readonly largest: number;
  readonly mean: number;
}
