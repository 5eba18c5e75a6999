import type { StoreApi } from 'zustand/vanilla';
import type { PlaybackState } from '#core/plan/runControls.ts';
import type { RunState } from '#workspace/runState.ts';

interface Playing {
  readonly store: StoreApi<{ readonly run: RunState }>;
  pause(): void;
  resume(): void;
}

export function createPlaybackHold({ store, pause, resume }: Playing) {
  let isHeld = false;
  const isShown = (playback: PlaybackState) => {
    const { run } = store.getState();
    return run.kind === 'running' && run.playback === playback;
  };
  return {
    /** Pauses a playing run; may be called again before {@link release}. */
    hold() {
      if (!isShown('playing')) return;
      isHeld = true;
      pause();
    },
    /** Resumes the run if it was held and is still paused. */
    release() {
      if (isHeld && isShown('paused')) resume();
      isHeld = false;
    },
  };
}
