import { defineTool } from '#ui/tools/tool.ts';
import { ReduceButton } from './panel/ReduceButton.tsx';

/** Shrinks a source with a fault of the compiler while the fault stays. */
export const reduce = defineTool({
  id: 'reduce',
  name: 'Reduce',
  load: async (context) => (await import('./reduce.tsx')).createReduce(context),
  faces: { diagnostics: ReduceButton },
});
