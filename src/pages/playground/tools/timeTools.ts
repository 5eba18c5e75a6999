import type { AnimationContext, Animations } from '#tools/uniforms/animation/animation.ts';
import type { Capture } from '#tools/capture/capture.ts';
import type { CaptureContext } from '#tools/capture/session/context.ts';
import type { Compare } from '#tools/capture/compare/compare.ts';
import type { Profile } from '#tools/profile/profile.ts';
import type { ProfileContext } from '#tools/profile/session/context.ts';
import type { Timeline } from '#tools/timeline/timeline.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';
import { loadOnce } from './loadOnce.ts';

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
    create: async () => (await import('#tools/uniforms/animation/animation.ts')).createAnimations(context),
  });
  // A link or a draft may bring some.
  loadOnce(
    context.workspace.store,
    (state) => Object.keys(state.animations).length > 0,
    animations,
  );
  const timeline = createLazyTool({
    name: 'The timeline',
    create: async () => (await import('#tools/timeline/timeline.ts')).createTimeline(context),
  });
  // It records from the first frames on; a link may ask for a frame of a shader without a picture.
  void timeline.load();
  return {
    ...{ animations, timeline },
    profile: createLazyTool({
      name: 'The profile',
      create: async () => (await import('#tools/profile/profile.ts')).createProfile(context),
    }),
    capture: createLazyTool({
      name: '“Save”',
      create: async () => (await import('#tools/capture/capture.ts')).createCapture(context),
    }),
    compare: createLazyTool({
      name: 'The comparison',
      create: async () => (await import('#tools/capture/compare/compare.ts')).createCompare(context),
    }),
  };
}
