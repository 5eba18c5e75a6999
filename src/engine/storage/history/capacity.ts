/** A number of versions and characters that a history can hold. */
export interface Capacity {
  readonly versions: number;
  /** UTF-16 units of all texts together. */
  readonly characters: number;
}

/** The maximum size of this browser's history. */
export const HISTORY_CAPACITY: Capacity = { versions: 400, characters: 16 << 20 };
