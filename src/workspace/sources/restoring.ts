import type { StoreApi } from 'zustand/vanilla';
import { DEFAULT_SEED } from '#core/plan/runControls.ts';
import type { Draft } from '#core/project/draft.ts';
import type { SourceOpening } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { PlaybackCommands } from '#workspace/workspace.ts';

type Playback = Pick<PlaybackCommands, 'setPace' | 'setResolution'>;

/** What belongs to a draft besides its text and target, before that text is run. */
export function restoreSettings(
  { getState, setState }: StoreApi<WorkspaceState>,
  playback: Playback,
  { profile, entryPoint, givenName, uniformValues, animations, seed, pace, resolution }: Draft,
): void {
  if (profile !== null && getState().profiles.includes(profile)) setState({ profile });
  setState({ entryPoint, givenName, uniformValues, animations, seed });
  playback.setPace(pace);
  playback.setResolution(resolution);
}

/** What a link says besides texts and target; a source that no link brought has the defaults. */
export function applyLinked(
  { setState }: StoreApi<WorkspaceState>,
  playback: Playback,
  { entryPoint = null, givenName = null, view }: SourceOpening,
): void {
  const { uniformValues = {}, animations = {}, seed = DEFAULT_SEED, resolution } = view ?? {};
  setState({ entryPoint, givenName, uniformValues, animations, seed });
  if (resolution) playback.setResolution(resolution);
}
