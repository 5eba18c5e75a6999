import { isForeignName, isSourceName, isZipName } from '#core/project/names.ts';

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
  { openCarried, addAssets }: DropTakers,
): Promise<void> {
  const [only] = files;
  if (!only || (files.length === 1 && (await openCarried(only)))) return;
  await addAssets(files);
}

/** Something that was dropped on the page. All of it has to be asked for within the event. */
export interface DroppedItem {
  /** Null for a folder. */
  readonly file: File | null;
  readonly entry: FileSystemEntry | null;
  /** Where the browser has the File System Access API; null elsewhere, or if it is refused. */
  readonly handle: Promise<FileSystemHandle | null>;
}

interface SortedDrop {
  /** Sources, archives and folders. */
  readonly opened: readonly DroppedItem[];
  /** Images and data, and files that the project cannot use, which are refused by name. */
  readonly added: readonly File[];
}

/** Sorts what was dropped into what is opened and what becomes part of the open project. */
export function sortDrop(items: readonly DroppedItem[]): SortedDrop {
  const opens = [isSourceName, isZipName, isForeignName];
  const isOpened = ({ file, entry }: DroppedItem) =>
    entry?.isDirectory || (file !== null && opens.some((accepts) => accepts(file.name)));
  return {
    opened: items.filter(isOpened),
    added: items.flatMap((item) => (item.file && !isOpened(item) ? [item.file] : [])),
  };
}
