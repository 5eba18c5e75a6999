import type { StoreApi } from 'zustand/vanilla';
import type { AnimationContext, Animations } from '#animation/animation.ts';
import type { Capture } from '#capture/capture.ts';
import type { CaptureContext } from '#capture/session/context.ts';
import type { Compare } from '#compare/compare.ts';
import type { Profile } from '#profile/profile.ts';
import type { ProfileContext } from '#profile/session/context.ts';
import type { Timeline } from '#timeline/timeline.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** The tools that work with the time of a run and its frames. Each is a chunk of its own. */
export interface TimeTools {
  readonly timeline: LazyTool<Timeline>;
  readonly profile: LazyTool<Profile>;
  readonly capture: LazyTool<Capture>;
  readonly compare: LazyTool<Compare>;
  readonly animations: LazyTool<Animations>;
}

export type TimeToolContext = AnimationContext & CaptureContext & ProfileContext;

export function createTimeTools(context: TimeToolContext): TimeTools {
  const animations = createLazyTool({
    name: 'Animations',
    create: async () => (await import('#animation/animation.ts')).createAnimations(context),
  });
  loadOnceAnimated(context.workspace.store, animations);
  const timeline = createLazyTool({
    name: 'The timeline',
    create: async () => (await import('#timeline/timeline.ts')).createTimeline(context),
  });
  // It records from the first frames on; a link may ask for a frame of a shader without a picture.
  void timeline.load();
  return {
    ...{ animations, timeline },
    profile: createLazyTool({
      name: 'The profile',
      create: async () => (await import('#profile/profile.ts')).createProfile(context),
    }),
    capture: createLazyTool({
      name: '“Save”',
      create: async () => (await import('#capture/capture.ts')).createCapture(context),
    }),
    compare: createLazyTool({
      name: 'The comparison',
      create: async () => (await import('#compare/compare.ts')).createCompare(context),
    }),
  };
}

/** Loads the tool when a slider is animated: a link or a draft may bring animations. */
function loadOnceAnimated(
  store: StoreApi<WorkspaceState>,
  { load }: Pick<TimeTools['animations'], 'load'>,
): void {
  const check = ({ animations }: WorkspaceState) => {
    if (Object.keys(animations).length === 0) return;
    stop();
    void load();
  };
  const stop = store.subscribe(check);
  check(store.getState());
}
