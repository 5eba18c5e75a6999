import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { TimelineRow } from './panel/TimelineRow.tsx';
import { timelineCommands } from './session/paletteCommands.ts';
import { createTimelineSession } from './session/timelineSession.ts';

export function createTimeline(context: ToolContext): LoadedTool {
  const session = createTimelineSession(context);
  return {
    parts: { 'picture row': () => <TimelineRow session={session} /> },
    commands: () => timelineCommands(session),
  };
}
