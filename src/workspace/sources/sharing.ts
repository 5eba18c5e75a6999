import type { StoreApi } from 'zustand/vanilla';
import type { FrameStats } from '#core/plan/runControls.ts';
import type { ShareLink } from '#core/project/link/linkService.ts';
import type { RunView } from '#core/project/runView.ts';
import type { Result } from '#core/util/result.ts';
import { shownRun } from '#workspace/runState.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { tell } from '#workspace/tell.ts';
import type { PlaybackCommands, SharedView, Sharing } from '#workspace/workspace.ts';
import type { Source } from './source.ts';

export function createSharing(
  store: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project' | 'identity' | 'isAsOpened'>,
  services: Pick<WorkspaceServices, 'address' | 'links' | 'deliverLink'>,
  lastFrame: () => FrameStats | null,
  inputsUpTo: PlaybackCommands['inputsUpTo'],
): Sharing {
  let shared: string | null = null;
  const buildLink = (shown?: SharedView) => {
    const { target, entryPoint, seed, givenName } = store.getState();
    const view = shown ? viewOf(shown, store.getState(), lastFrame(), inputsUpTo) : null;
    const project = { ...source.project(), target, entryPoint, seed, givenName, view };
    return services.links.build(services.address.current(), project);
  };
  return {
    buildLink,
    async share(shown) {
      const identity = source.identity();
      const building = buildLink(shown);
      const delivering = services.deliverLink(building.then(valueOrThrow));
      const [link, delivery] = await Promise.all([building, delivering]);
      if (!link.ok) {
        tell(store, 'address', link.error);
        return { kind: 'failed', link: null };
      }
      const { href, note } = link.value;
      if (delivery === 'failed') return { kind: 'failed', link: href };
      if (delivery === 'cancelled') return { kind: 'cancelled' };
      if (note === null) shared = identity;
      else tell(store, 'address', note);
      return { kind: delivery, note };
    },
    hasUnsavedText() {
      const identity = source.identity();
      return identity.trim() !== '' && identity !== shared && !source.isAsOpened();
    },
  };
}

function viewOf(
  { playback, uniforms }: SharedView,
  state: WorkspaceState,
  last: FrameStats | null,
  inputsUpTo: PlaybackCommands['inputsUpTo'],
): RunView | null {
  if (!playback && !uniforms) return null;
  const isPaused = last !== null && shownRun(state).playback === 'paused';
  return {
    uniformValues: uniforms ? state.uniformValues : {},
    animations: uniforms ? state.animations : {},
    seed: state.seed,
    resolution: playback ? state.resolution : INITIAL_STATE.resolution,
    frame:
      playback && isPaused
        ? { number: last.frame, time: last.time, inputs: inputsUpTo(last.frame) ?? [] }
        : null,
  };
}

function valueOrThrow(result: Result<ShareLink>): string {
  if (result.ok) return result.value.href;
  throw new Error(result.error);
}
