import { type DroppedItem, sortDrop } from './dropped.ts';

export interface DropTakers {
  /** Opens sources, archives and folders in place of the project; settles once that is decided. */
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  /** Opens the project that a picture or film carries; false if it carries none. */
  openCarried(file: File): Promise<boolean>;
  addAssets(files: readonly File[]): Promise<void>;
}

/** Opens what was dropped, or adds it to the project. Images beside a shader come with the shader. */
export async function takeDrop(items: readonly DroppedItem[], takers: DropTakers): Promise<void> {
  const { opened, added } = sortDrop(items);
  if (opened.length === 0) return takeFiles(added, takers);
  await takers.openDropped(opened);
  if (added.length > 0) await takers.addAssets(added);
}

/** Opens the project of a picture that comes by itself; adds any other files to the open one. */
export async function takeFiles(
  files: readonly File[],
  { openCarried, addAssets }: Pick<DropTakers, 'openCarried' | 'addAssets'>,
): Promise<void> {
  const [only] = files;
  if (!only || (files.length === 1 && (await openCarried(only)))) return;
  await addAssets(files);
}
