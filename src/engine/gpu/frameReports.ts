import type { FrameStats } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { FrameDrawer } from './frameDrawer.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { RunContext } from './runContext.ts';

/** Reports when frames of the newest version are done, and pauses if they take too long. */
export function followVersionFrames(context: RunContext, first: ProgramVersion, pause: () => void) {
  const watch = ({ descriptor }: ProgramVersion) =>
    watchSlowFrames(descriptor, (message) => {
      pause();
      context.onMessage(message);
    });
  let watchDuration = watch(first);
  let submitted = 0;
  /** Index of the version's first submitted frame; null until there is one. */
  let start: number | null = null;
  return {
    submitted() {
      start ??= submitted;
      submitted += 1;
    },
    done(index: number, milliseconds: number) {
      const isNewest = start !== null && index >= start;
      context.onFrameDone(isNewest);
      if (!isNewest) return;
      watchDuration(milliseconds);
      if (index !== start) return;
      if (index === 0) context.onFirstFrame();
      else context.onUpdateDrawn();
    },
    /** A frame is done that was submitted before the run was stopped. */
    doneLate: () => context.onFrameDone(false),
    versionChanged(next: ProgramVersion) {
      start = null;
      watchDuration = watch(next);
    },
  };
}

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
function watchSlowFrames(
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

/** Reports the figures of each frame in one object, which the next frame overwrites. */
export function reportFrameStats(
  { onFrame }: RunContext,
  drawer: FrameDrawer,
  rate: Pick<FrameStats, 'frameTime' | 'framesPerSecond'>,
): (frame: number, seconds: number) => void {
  const stats: { -readonly [Name in keyof FrameStats]: FrameStats[Name] } = {
    frame: 0,
    time: 0,
    frameTime: 0,
    framesPerSecond: 0,
    width: 0,
    height: 0,
  };
  return (frame, seconds) => {
    stats.frame = frame;
    stats.time = seconds;
    stats.frameTime = rate.frameTime;
    stats.framesPerSecond = rate.framesPerSecond;
    stats.width = drawer.size.width;
    stats.height = drawer.size.height;
    onFrame(stats);
  };
}
