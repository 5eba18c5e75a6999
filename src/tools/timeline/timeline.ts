import { addCommands } from '#ui/commands.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { TimelineRow } from './panel/TimelineRow.tsx';
import type { TimelineContext } from './session/context.ts';
import { timelineCommands } from './session/paletteCommands.ts';
import { createTimelineSession, type TimelineSession } from './session/timelineSession.ts';

/** All that a page needs of the timeline. */
export interface Timeline {
  readonly session: TimelineSession;
  readonly Row: typeof TimelineRow;
  dispose: Dispose;
}

export function createTimeline(context: TimelineContext): Timeline {
  const session = createTimelineSession(context);
  const removeCommands = addCommands(() => timelineCommands(session));
  return {
    session,
    Row: TimelineRow,
    dispose() {
      removeCommands();
      session.dispose();
    },
  };
}
