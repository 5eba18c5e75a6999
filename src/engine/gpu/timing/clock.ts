/** Seconds of stepping one frame while paused. */
const STEP_SECONDS = 1 / 60;

/** The time of a run: it starts at 0, and stands still while paused. */
export interface Clock {
  /** Seconds at `now`, in milliseconds since any moment. */
  seconds(now: number): number;
  pause(now: number): void;
  resume(now: number): void;
  /** Moves by so many frames, not below 0. */
  step(frames: number, now: number): void;
  /** Moves to this time, in seconds. */
  set(seconds: number, now: number): void;
  /** From now on, time passes so many times as fast as `now`. */
  setSpeed(speed: number, now: number): void;
}

export function createClock(start: number): Clock {
  let passed = 0;
  let since: number | null = start;
  let speed = 1;
  const seconds = (now: number) =>
    passed + (since === null ? 0 : Math.max(0, now - since) * 0.001 * speed);
  const hold = (value: number, now: number) => {
    passed = value;
    if (since !== null) since = now;
  };
  return {
    seconds,
    pause(now) {
      passed = seconds(now);
      since = null;
    },
    resume(now) {
      since ??= now;
    },
    step: (frames, now) => hold(Math.max(0, seconds(now) + frames * STEP_SECONDS), now),
    set: hold,
    setSpeed(next, now) {
      hold(seconds(now), now);
      speed = next;
    },
  };
}
