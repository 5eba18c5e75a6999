/** The mouse and key input that frames read from this frame until the next change. */
export interface InputChange {
  /** Counted from 0. */
  readonly frame: number;
  /** MOUSE_POSITION. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys that the program reads, by the program's names for them. */
  readonly keys: readonly string[];
}
