import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Pauses playback for a while. */
export interface Pausing {
  pause(): void;
  /** Lets it play on if it did before. */
  resume(): void;
}

export function createPausing({
  store,
  pause,
  resume,
}: Pick<Workspace, 'store' | 'pause' | 'resume'>): Pausing {
  let wasPlaying = false;
  return {
    pause() {
      const state = store.getState();
      const isPlaying = isRunning(state) && shownRun(state).playback === 'playing';
      wasPlaying ||= isPlaying;
      if (isPlaying) pause();
    },
    resume() {
      if (wasPlaying) resume();
      wasPlaying = false;
    },
  };
}
