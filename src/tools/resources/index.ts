import { whyNothingRuns } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';

/** Buffers and textures of the running program: values, images, statistics, and a readout over the picture. */
export const resources = defineTool({
  id: 'resources',
  name: 'Resources',
  tab: { title: 'Resources', absence: whyNothingRuns },
  load: async (context) => (await import('./resources.tsx')).createResourceInspector(context),
  menus: {
    picture({ context, load, use }, [x, y]) {
      const disabled = whyNothingRuns(context.workspace.store.getState()) ?? undefined;
      // As it is now: the picture may go on while the menu is open.
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
