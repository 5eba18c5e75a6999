import type { RunDescriptor } from '#core/plan/runDescriptor.ts';

/** Frames that keep the GPU longer, in milliseconds, pause playback. */
const SLOW_FRAME = 2000;

/**
 * A single frame that takes longer, in milliseconds, pauses at once. Below that it takes two in a
 * row: one may have waited for something else, such as another program that has the processor.
 */
const STUCK_FRAME = 5000;

/**
 * Reports, once, frames whose work took the GPU too long.
 *
 * @returns takes the milliseconds of each frame
 */
export function watchSlowFrames(
  { callCommands }: RunDescriptor,
  onSlow: (message: string) => void,
): (milliseconds: number) => void {
  let reported = false;
  let slowBefore = false;
  return (taken) => {
    const slow = taken > SLOW_FRAME;
    const tooSlow = taken > STUCK_FRAME || (slow && slowBefore);
    slowBefore = slow;
    if (!tooSlow || reported) return;
    reported = true;
    const names = callCommands.map(({ entryPoint }) => entryPoint).join(', ');
    const who = callCommands.length === 1 ? `entry point ${names}` : `entry points ${names}`;
    onSlow(
      `A frame took the GPU ${(taken / 1000).toFixed(1)} s in ${who}. Playback was paused; resume it, or make the shader do less.`,
    );
  };
}
