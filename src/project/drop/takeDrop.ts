import { type DroppedItem, sortDrop } from './dropped.ts';

export interface DropTakers {
  /** Opens sources, archives and folders in place of the project; settles once that is decided. */
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  addAssets(files: readonly File[]): Promise<void>;
}

/** Opens what was dropped, or adds it to the project. Images beside a shader come with the shader. */
export async function takeDrop(
  items: readonly DroppedItem[],
  { openDropped, addAssets }: DropTakers,
): Promise<void> {
  const { opened, added } = sortDrop(items);
  if (opened.length > 0) await openDropped(opened);
  if (added.length > 0) await addAssets(added);
}
