import { loadOnce } from '#ui/tools/loadOnce.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';

/** Moves the camera of programs whose uniforms follow one. */
export const camera = defineTool({
  id: 'camera',
  name: 'The camera',
  load: async (context) => (await import('./camera.tsx')).createCamera(context),
  start: (tool) => loadOnce(tool, (state) => shownRun(state).hasCamera === true),
});
