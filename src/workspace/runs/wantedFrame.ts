import type { StoreApi } from 'zustand/vanilla';
import type { PausedFrame } from '#core/project/runView.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { PlaybackCommands } from '#workspace/workspace.ts';

/** The frame that an opened view asks for, until its program runs. */
interface WantedFrame {
  /** From now on it is this one, or none. */
  want(frame: PausedFrame | null): void;
  /** A run was asked for, and is over or draws: shows the frame if it draws. */
  show(): void;
}

export function createWantedFrame(
  { getState }: Pick<StoreApi<WorkspaceState>, 'getState'>,
  { showFrame }: Pick<PlaybackCommands, 'showFrame'>,
): WantedFrame {
  let wanted: PausedFrame | null = null;
  return {
    want(frame) {
      wanted = frame;
      // The one before may still wait to be shown.
      showFrame(null);
    },
    show() {
      const { run, held } = getState();
      // A person may still let it run.
      if (!wanted || held || run.kind !== 'running' || run.stale) return;
      // Without inputs, whoever made the link did nothing.
      showFrame({ inputs: [], ...wanted });
      wanted = null;
    },
  };
}
