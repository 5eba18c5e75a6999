import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { FrameField } from './panel/FrameField.tsx';
import { TimelineEdge } from './panel/TimelineEdge.tsx';
import { TimeSettings } from './panel/TimeSettings.tsx';
import { timelineCommands } from './session/paletteCommands.ts';
import { createTimelineSession } from './session/timelineSession.ts';

export function createTimeline(context: ToolContext): LoadedTool {
  const session = createTimelineSession(context);
  return {
    parts: {
      'picture bar edge': () => <TimelineEdge session={session} />,
      'picture frame': () => <FrameField session={session} />,
      'picture settings': () => <TimeSettings session={session} />,
    },
    commands: () => timelineCommands(session),
  };
}
