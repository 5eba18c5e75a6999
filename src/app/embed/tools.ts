import type { AnimationContext } from '#animation/session/context.ts';
import type { TimelineContext } from '#timeline/session/context.ts';

type Context = AnimationContext & TimelineContext;

/** Loads what a link may need besides its source: who finds its frame, and who moves its sliders. */
export function followTools(context: Context): void {
  const { store } = context.workspace;
  if (new URLSearchParams(`${location.search}&${location.hash.slice(1)}`).has('frame')) {
    void loadTimeline(context);
  }
  let isAnimated = false;
  const stop = store.subscribe(({ animations }) => {
    if (isAnimated || Object.keys(animations).length === 0) return;
    isAnimated = true;
    queueMicrotask(() => stop());
    void loadAnimations(context);
  });
}

async function loadTimeline(context: Context): Promise<void> {
  const { createTimelineSession } = await import('#timeline/session/timelineSession.ts');
  createTimelineSession(context);
}

async function loadAnimations(context: Context): Promise<void> {
  const { createAnimationSession } = await import('#animation/session/animationSession.ts');
  createAnimationSession(context);
}
