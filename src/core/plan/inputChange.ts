/** Mouse and keys as frames read them from this frame on, until the next change. */
export interface InputChange {
  /** Counts from 0. */
  readonly frame: number;
  /** MOUSE_POSITION. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys that the program asks for, by the names that it uses. */
  readonly keys: readonly string[];
}
