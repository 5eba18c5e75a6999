import { FIXED_RATE } from '#core/plan/runControls.ts';

/** Frames whose times are kept: almost five hours at 60 frames a second. */
const MAX_FRAMES = 2 ** 20;
const FIRST_ROOM = 2 ** 10;

/** The values of `TIME` in the frames of a run. */
export interface FrameTimes {
  /** One more than the number of the newest frame. */
  readonly length: number;
  /** Drops what was recorded from this frame on. Allocates only to make room. */
  record(frame: number, seconds: number): void;
  /** Keeps only the frames before this one. */
  truncate(frame: number): void;
  /** What was recorded, else even steps of 1/60 from the newest frame on. */
  secondsOf(frame: number): number;
  /** Even steps from 0 to this frame replace all that was recorded. */
  spread(frame: number, seconds: number): void;
}

export function createFrameTimes(): FrameTimes {
  let times = new Float64Array(FIRST_ROOM);
  let length = 0;
  const secondsOf = (frame: number) => {
    if (frame < length) return times[frame] ?? 0;
    const last = length - 1;
    const seconds = times[last] ?? 0;
    // Exact for a fixed step: a sum of steps would be rounded.
    if (last < 0 || seconds === last / FIXED_RATE) return frame / FIXED_RATE;
    return seconds + (frame - last) / FIXED_RATE;
  };
  const fill = (start: number, end: number, seconds: number) => {
    const before = start === 0 ? 0 : (times[start - 1] ?? 0);
    const from = Math.max(0, start - 1);
    const isFixed = before === from / FIXED_RATE && seconds === end / FIXED_RATE;
    for (let frame = start; frame < end; frame += 1) {
      times[frame] = isFixed
        ? frame / FIXED_RATE
        : before + ((seconds - before) * (frame - from)) / Math.max(1, end - from);
    }
  };
  const record = (frame: number, seconds: number) => {
    if (frame >= MAX_FRAMES) return;
    if (frame >= times.length) {
      const larger = new Float64Array(Math.min(MAX_FRAMES, Math.max(frame + 1, 2 * times.length)));
      larger.set(times);
      times = larger;
    }
    if (frame > length) fill(length, frame, seconds);
    times[frame] = seconds;
    length = frame + 1;
  };
  return {
    get length() {
      return length;
    },
    record,
    truncate(frame) {
      length = Math.min(length, frame);
    },
    secondsOf,
    spread(frame, seconds) {
      length = 0;
      record(frame, seconds);
    },
  };
}
