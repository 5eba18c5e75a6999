import { NOTHING_RUNS } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { isRunning } from '#workspace/runState.ts';

/** Milliseconds that the page has to become idle before the pointer loads anything. */
const IDLE_TIMEOUT = 3000;

/** Buffers and textures of the running program: values, images, statistics, and a readout over the picture. */
export const resources = defineTool({
  id: 'resources',
  name: 'Resources',
  tab: { title: 'Resources', isThere: isRunning, absent: NOTHING_RUNS },
  load: async (context) => (await import('./resources.tsx')).createResourceInspector(context),
  start({ context: { canvas }, load }) {
    const used = () => void load();
    whenIdle(() => {
      canvas.addEventListener('pointermove', used, { once: true, passive: true });
      canvas.addEventListener('focus', used, { once: true });
    }, IDLE_TIMEOUT);
  },
});
