import { loadOnce } from '#ui/tools/loadOnce.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';

/** Goes to any frame of a run, and sets the playback speed. */
export const timeline = defineTool({
  id: 'timeline',
  name: 'The timeline',
  load: async (context) => (await import('./timeline.tsx')).createTimeline(context),
  // A link to a frame also pauses the run.
  start: (tool) => loadOnce(tool, (state) => shownRun(state).playback === 'paused'),
  whenQuiet: ({ load }) => void load(),
});
