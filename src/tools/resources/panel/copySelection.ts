import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import type { CellRange } from './grid/selection.ts';
import type { TableModel } from './grid/tableModel.ts';

/** More would not fit into other programs' tables either. */
const MOST_CELLS = 1_000_000;

/** Copies cells, separated by tabs. @returns what to say about it */
export async function copySelection(
  props: ResourceProps,
  model: TableModel,
  range: CellRange,
): Promise<string> {
  const rows = range.bottom - range.top + 1;
  const cells = rows * (range.right - range.left + 1);
  if (cells > MOST_CELLS) return 'The selection is too large to copy. Download the buffer instead.';
  const text = selectionText(props, model, range) ?? (await wholeText(props, model, range));
  if (text === null) return '';
  try {
    await navigator.clipboard.writeText(text);
    return cells === 1 ? 'Copied 1 cell.' : `Copied ${cells.toLocaleString('en')} cells.`;
  } catch {
    return 'Your browser blocked the copy.';
  }
}

/** From the rows that are there; null if some are not. */
function selectionText(
  { store, entry }: ResourceProps,
  model: TableModel,
  range: CellRange,
): string | null {
  const { page } = store.getState();
  if (page?.resource !== entry.name) return null;
  const stride = entry.layout?.stride ?? 1;
  return model.tsv(page.bytes, page.first * stride, range);
}

async function wholeText(
  { commands, entry }: ResourceProps,
  model: TableModel,
  range: CellRange,
): Promise<string | null> {
  const bytes = await commands.readAll(entry.name);
  return bytes && model.tsv(bytes, 0, range);
}
