const FRAMES = 20;
const MAX_FRAMES_PER_SECOND = 60;

/** The rate at which frames are drawn, over the last 20. */
export interface FrameRate {
  /** A frame was drawn at `now`, in milliseconds. */
  tick(now: number): void;
  /** Mean milliseconds from frame to frame; 0 until there are two. */
  readonly frameTime: number;
  /** At most 60; 0 until there are two. */
  readonly framesPerSecond: number;
  /** Starts to count anew, as after a pause. */
  reset(): void;
}

export function createFrameRate(): FrameRate {
  // A ring that is never reallocated: it is written in each frame.
  const times = new Float64Array(FRAMES + 1);
  let count = 0;
  const frameTime = () => {
    const intervals = Math.min(count - 1, FRAMES);
    if (intervals < 1) return 0;
    const newest = times[(count - 1) % times.length] ?? 0;
    const oldest = times[(count - 1 - intervals) % times.length] ?? 0;
    return (newest - oldest) / intervals;
  };
  return {
    tick(now) {
      times[count % times.length] = now;
      count += 1;
    },
    get frameTime() {
      return frameTime();
    },
    get framesPerSecond() {
      const milliseconds = frameTime();
      return milliseconds > 0 ? Math.min(MAX_FRAMES_PER_SECOND, 1000 / milliseconds) : 0;
    },
    reset() {
      count = 0;
    },
  };
}
