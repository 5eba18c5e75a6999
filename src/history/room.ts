/** How much a history may have, or how much more. */
export interface Room {
  readonly versions: number;
  /** In UTF-16 units, of all texts together. */
  readonly characters: number;
}

/** What the history of this browser holds at most. */
export const HISTORY_ROOM: Room = { versions: 400, characters: 16 << 20 };
