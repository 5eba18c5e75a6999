import { isForeignName, isSourceName, isZipName } from '#core/project/names.ts';

export interface DropTakers {
  /**
   * Opens sources, archives and folders in place of the project; settles when opened or refused.
   */
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  /** Opens the project embedded in a picture or film; false if there is none. */
  openCarried(file: File): Promise<boolean>;
  addAssets(files: readonly File[]): Promise<void>;
}

/**
 * Opens dropped items, or adds them to the project. Images dropped with a shader are added to it.
 */
export async function takeDrop(items: readonly DroppedItem[], takers: DropTakers): Promise<void> {
  const { opened, added } = sortDrop(items);
  if (opened.length === 0) return takeFiles(added, takers);
  await takers.openDropped(opened);
  if (added.length > 0) await takers.addAssets(added);
}

/**
 * Opens the project embedded in a single picture; otherwise, adds the files to the open project.
 */
export async function takeFiles(
  files: readonly File[],
  { openCarried, addAssets }: DropTakers,
): Promise<void> {
  const [only] = files;
  if (!only || (files.length === 1 && (await openCarried(only)))) return;
  await addAssets(files);
}

/**
 * An item dropped on the page. Must be created during the event, which alone gives access to it.
 */
export interface DroppedItem {
  /** Null for a folder. */
  readonly file: File | null;
  readonly entry: FileSystemEntry | null;
  /** Null without the File System Access API, or if access is refused. */
  readonly handle: Promise<FileSystemHandle | null>;
}

interface SortedDrop {
  /** Sources, archives and folders. */
  readonly opened: readonly DroppedItem[];
  /** Images and data, and unusable files, which are then rejected by name. */
  readonly added: readonly File[];
}

/** Separates items to open from files to add to the open project. */
export function sortDrop(items: readonly DroppedItem[]): SortedDrop {
  const opens = [isSourceName, isZipName, isForeignName];
  const isOpened = ({ file, entry }: DroppedItem) =>
    entry?.isDirectory || (file !== null && opens.some((accepts) => accepts(file.name)));
  return {
    opened: items.filter(isOpened),
    added: items.flatMap((item) => (item.file && !isOpened(item) ? [item.file] : [])),
  };
}
