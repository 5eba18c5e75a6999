import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

type Context = Pick<ToolContext, 'workspace' | 'observers' | 'loadContents'>;

/** Loads what a link may need besides its source: who finds its frame, and who moves its sliders. */
export function followTools(context: Context): void {
  const { moment } = readUrlParameters(new URL(location.href)).source;
  if (moment && moment.frame !== null) void loadTimeline(context);
  const stop = context.workspace.store.subscribe(({ animations }) => {
    if (Object.keys(animations).length === 0) return;
    stop();
    void loadAnimations(context);
  });
}

async function loadTimeline(context: Context): Promise<void> {
  const { createTimelineSession } = await import('#tools/timeline/session/timelineSession.ts');
  createTimelineSession(context);
}

async function loadAnimations(context: Context): Promise<void> {
  const { createAnimationSession } = await import(
    '#tools/uniforms/animation/session/animationSession.ts'
  );
  createAnimationSession(context);
}
