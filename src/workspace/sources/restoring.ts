import type { StoreApi } from 'zustand/vanilla';
import type { PlaybackCommands } from '#workspace/runs/playbackCommands.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Draft } from './draft.ts';
import type { SourceOpening } from './sourceLoader.ts';

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

/** What a link says besides texts and target; a source that no link brought has the defaults. */
export function applyLinked(
  { setState }: StoreApi<WorkspaceState>,
  playback: Pick<PlaybackCommands, 'setResolution'>,
  { entryPoint = null, view }: SourceOpening,
): void {
  setState({ entryPoint, uniformValues: view?.uniformValues ?? {} });
  if (view) playback.setResolution(view.resolution);
}
