import type { InputChange } from '#core/plan/inputChange.ts';
import { partitionPoint } from '#core/util/partitionPoint.ts';
import type { Size } from '#engine/gpu/screen.ts';

export type MouseInput = InputChange['mouse'];

/** Mouse and keys of one frame. */
export interface RecordedInput {
  readonly mouse: MouseInput;
  readonly keys: readonly string[];
}

const NO_INPUT: RecordedInput = { mouse: [0, 0, 0, 0], keys: [] };

/**
 * Finds the mouse and keys that a frame read; nothing was pressed before the first change.
 *
 * @param changes in the order of their frames
 */
export function inputAt(changes: readonly InputChange[], frame: number): RecordedInput {
  const isUpTo = (index: number) => (changes[index]?.frame ?? 0) <= frame;
  return changes[partitionPoint(0, changes.length, isUpTo) - 1] ?? NO_INPUT;
}

/** MOUSE_POSITION counts pixels: the same place in a picture of another size. */
export function scaleMouse(
  [x, y, pressedX, pressedY]: MouseInput,
  from: Size,
  to: Size,
): MouseInput {
  const across = from.width > 0 ? to.width / from.width : 1;
  const down = from.height > 0 ? to.height / from.height : 1;
  return [x * across, y * down, pressedX * across, pressedY * down];
}
