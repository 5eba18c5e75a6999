import type { StoreApi } from 'zustand/vanilla';
import type { PlaybackCommands } from '#workspace/runs/playbackCommands.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Draft } from './draft.ts';

/** What belongs to a draft besides its text and target, before that text is run. */
export function restoreSettings(
  { getState, setState }: StoreApi<WorkspaceState>,
  playback: Pick<PlaybackCommands, 'setResolution'>,
  { profile, entryPoint, uniformValues, resolution }: Draft,
): void {
  if (profile !== null && getState().profiles.includes(profile)) setState({ profile });
  setState({ entryPoint, uniformValues });
  playback.setResolution(resolution);
}
