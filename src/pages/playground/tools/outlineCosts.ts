import type { OutlineCostsContext } from '#tools/code/costs/outline/countCurrent.ts';
import { addSymbolNotes } from '#ui/editor/symbolNotes.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';

/** Shows costs beside the functions of each outline that opens. Loads with the first one. */
export function showOutlineCosts(context: () => Promise<OutlineCostsContext>): void {
  addSymbolNotes((list) => {
    const open = createDisposer();
    const fill = async () => {
      const { fillOutline } = await import('#tools/code/costs/outline/fillOutline.ts');
      const shared = await context();
      if (!open.disposed) open.add(fillOutline(list, shared));
    };
    fill().catch((thrown: unknown) => {
      list.foot.textContent = `Costs could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
    });
    return open.dispose;
  });
}
