import type { StoreApi } from 'zustand/vanilla';
import type { FrameStats } from '#core/plan/runControls.ts';
import type { ShareLink } from '#core/project/link/linkService.ts';
import type { RunView } from '#core/project/runView.ts';
import type { Result } from '#core/util/result.ts';
import { shownRun } from '#workspace/runState.ts';
import type { PlaybackCommands } from '#workspace/runs/playbackCommands.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { tell } from '#workspace/tell.ts';
import type { Source } from './source.ts';

/** What became of a link that was to be shared. */
export type ShareOutcome =
  /** `note` says what the link leaves out, as diagnostics do; null if it carries everything. */
  | { readonly kind: 'copied'; readonly note: string | null }
  /** The system's share sheet has it. */
  | { readonly kind: 'shared'; readonly note: string | null }
  | { readonly kind: 'cancelled' }
  /** `link` is there to be copied by hand; null if none can carry the text, as diagnostics say. */
  | { readonly kind: 'failed'; readonly link: string | null };

export interface Sharing {
  /**
   * Gives the user a link to the project and target of the moment. Call it as a press is handled.
   *
   * @param exactly also to uniform values, resolution and the frame where playback is paused
   */
  share(exactly?: boolean): Promise<ShareOutcome>;
  /** The link that `share` gives, which nobody gets. */
  buildLink(exactly?: boolean): Promise<Result<ShareLink>>;
  /** Whether there is text that is neither as it was opened nor in a link. */
  hasUnsavedText(): boolean;
}

export function createSharing(
  store: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project' | 'identity' | 'isAsOpened'>,
  services: Pick<WorkspaceServices, 'address' | 'links' | 'deliverLink'>,
  lastFrame: () => FrameStats | null,
  inputsUpTo: PlaybackCommands['inputsUpTo'],
): Sharing {
  let shared: string | null = null;
  const buildLink = (exactly = false) => {
    const { target, entryPoint, seed } = store.getState();
    const view = exactly ? viewOf(store.getState(), lastFrame(), inputsUpTo) : null;
    const project = { ...source.project(), target, entryPoint, seed, view };
    return services.links.build(services.address.current(), project);
  };
  return {
    buildLink,
    async share(exactly) {
      const identity = source.identity();
      const building = buildLink(exactly);
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
  state: WorkspaceState,
  last: FrameStats | null,
  inputsUpTo: PlaybackCommands['inputsUpTo'],
): RunView {
  const { uniformValues, resolution, seed, animations } = state;
  const view = { uniformValues, resolution, seed, animations };
  if (!last || shownRun(state).playback !== 'paused') return { ...view, frame: null };
  const inputs = inputsUpTo(last.frame) ?? [];
  return { ...view, frame: { number: last.frame, time: last.time, inputs } };
}

function valueOrThrow(result: Result<ShareLink>): string {
  if (result.ok) return result.value.href;
  throw new Error(result.error);
}
