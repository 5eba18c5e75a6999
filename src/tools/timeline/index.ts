import { defineTool } from '#ui/tools/tool.ts';

/** Goes to any frame of a run, and sets its pace. */
export const timeline = defineTool({
  id: 'timeline',
  name: 'The timeline',
  load: async (context) => (await import('./timeline.tsx')).createTimeline(context),
  // It records from the first frames on; a link may ask for a frame of a shader without a picture.
  start: ({ load }) => void load(),
});
