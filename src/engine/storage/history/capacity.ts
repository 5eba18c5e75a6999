export interface Capacity {
  readonly versions: number;
  /** UTF-16 units of all texts together. */
  readonly characters: number;
}

export const HISTORY_CAPACITY: Capacity = { versions: 400, characters: 16 << 20 };
