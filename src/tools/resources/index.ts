import { whyNothingRuns } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';

/**
 * Inspects the running program's buffers and textures: values, images, statistics, and a readout
 * over the picture.
 */
export const resources = defineTool({
  id: 'resources',
  name: 'Resources',
  tab: { title: 'Resources', absence: whyNothingRuns },
  load: async (context) => (await import('./resources.tsx')).createResourceInspector(context),
  menus: {
    picture({ context, load, use }, [x, y]) {
      const disabled = whyNothingRuns(context.workspace.store.getState()) ?? undefined;
      // Reads the colour now, since the picture may change while the menu is open.
      const color = load().then((tool) => tool?.session.readColor(x, y) ?? null);
      return (['#rrggbb', 'values'] as const).map((form) => ({
        text: `Copy colour as ${form}`,
        disabled,
        onChoose: () => use(({ copyColor }) => copyColor(color, form)),
      }));
    },
  },
  start({ context: { canvas }, load }) {
    const used = () => void load();
    canvas.addEventListener('pointermove', used, { once: true, passive: true });
    canvas.addEventListener('focus', used, { once: true });
  },
});
