/** The line of the new code for each of the old code, in the same order; -1 if there is none. */
export type Matches = Int32Array;
