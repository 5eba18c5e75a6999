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
      const { run } = store.getState();
      const isPlaying = run.kind === 'running' && run.playback === 'playing';
      wasPlaying ||= isPlaying;
      if (isPlaying) pause();
    },
    resume() {
      if (wasPlaying) resume();
      wasPlaying = false;
    },
  };
}
