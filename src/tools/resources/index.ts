import { whyNothingRuns } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';

/** Buffers and textures of the running program: values, images, statistics, and a readout over the picture. */
export const resources = defineTool({
  id: 'resources',
  name: 'Resources',
  tab: { title: 'Resources', absence: whyNothingRuns },
  load: async (context) => (await import('./resources.tsx')).createResourceInspector(context),
  start({ context: { canvas }, load }) {
    const used = () => void load();
    canvas.addEventListener('pointermove', used, { once: true, passive: true });
    canvas.addEventListener('focus', used, { once: true });
  },
});
