import { createDisposer } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { addSymbolNotes } from '#ui/editor/symbolNotes.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

/** Shows costs beside the functions of each outline that opens. Loads with the first one. */
export function showOutlineCosts(context: ToolContext): void {
  addSymbolNotes((list) => {
    const open = createDisposer();
    const fill = async () => {
      const [{ fillOutline }, { codeTools }] = await Promise.all([
        import('./outline/fillOutline.ts'),
        import('#tools/code/codeTools.ts'),
      ]);
      if (!open.disposed) open.add(fillOutline(list, codeTools(context)));
    };
    fill().catch((thrown: unknown) => {
      list.foot.textContent = `Costs could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
    });
    return open.dispose;
  });
}
