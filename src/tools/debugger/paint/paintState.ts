import type { ValueHistory } from '#core/data/valueHistory.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { PaintedRange } from '#engine/gpu/trace/framePainter.ts';
import type { PaintMap } from '#engine/gpu/trace/paintPasses.ts';
import type { FoundPlace } from './paintedPlace.ts';

/** Which of a thread's values is painted, or how many there are. */
export type PaintTime = 'last' | 'first' | 'chosen' | 'count';

/** Where a thread's value is among the painted ones, from the bottom left. */
export type PaintedThread = readonly [x: number, y: number];

/** The values of a thread over frames. */
export interface Charted {
  readonly thread: PaintedThread;
  readonly history: ValueHistory;
}

export interface PaintState {
  /** Null while nothing is painted. */
  readonly place: FoundPlace | null;
  readonly isCompiling: boolean;
  /** Why nothing is painted, as a sentence. */
  readonly problem: string | null;
  /** Whether another tool measures the frames, so that they have no values. */
  readonly isBlocked: boolean;
  readonly map: PaintMap;
  /** `frame` for the smallest and the largest value of each frame. */
  readonly scale: 'frame' | 'unit' | 'fixed';
  /** What the user set for the scale `fixed`. */
  readonly fixed: readonly [least: number, most: number];
  readonly time: PaintTime;
  /** For the time `chosen`, from 1. */
  readonly iteration: number;
  /** Which of the place's calls counts; null for all. */
  readonly call: number | null;
  /** Whether threads have no rows of their own, so that the user may choose how long they are. */
  readonly isStrip: boolean;
  /** How many threads of a strip are in a row; null for a square. */
  readonly columns: number | null;
  /** Of the newest frame; null while unknown, and if there is none. */
  readonly range: PaintedRange;
  /** How many threads of the newest frame came to the place; null while unknown. */
  readonly reached: number | null;
  /** In painted values; null while unknown. */
  readonly size: Size | null;
  /** The value under the pointer as text; empty while the pointer is elsewhere. */
  readonly pointed: string;
  /** The thread whose values over frames are charted; null if none is. */
  readonly charted: Charted | null;
  /** Whether the value at the cursor is painted. */
  readonly isFollowing: boolean;
}

export const NOTHING_PAINTED: PaintState = {
  ...{ place: null, isCompiling: false, problem: null, map: 'viridis', scale: 'frame' },
  ...{ fixed: [0, 1], time: 'last', iteration: 1, isStrip: false, columns: null },
  ...{ range: null, reached: null, size: null, pointed: '', isBlocked: false },
  ...{ isFollowing: false, call: null, charted: null },
};

/** Why there are no colours although all is well, as a sentence; null if there are some. */
export function emptyText({ range, reached, time, isBlocked }: PaintState): string | null {
  if (isBlocked) {
    return 'Profile measures the frames, so nothing is painted now. Close Profile to see the values.';
  }
  if (range !== null || reached === null) return null;
  if (reached === 0) return 'No thread comes here in this frame.';
  return time === 'chosen'
    ? 'No thread comes here as often.'
    : 'This is no number, vector or bool, so it has no colour. Paint a member of it.';
}

/** Whether there are values of a thread: the picture may have become smaller. */
export function isThreadIn({ width, height }: Size, [x, y]: PaintedThread): boolean {
  return x < width && y < height;
}

/** The ends of the scale. */
export function shownRange({ scale, fixed, range }: PaintState): readonly [number, number] {
  if (scale === 'fixed') return fixed;
  return scale === 'unit' ? [0, 1] : (range ?? [0, 1]);
}
