import { assetTypeOf } from '#project/assets/kinds.ts';
import { FILE_EXTENSIONS } from '#project/files/names.ts';

/** Something that was dropped on the page. All of it has to be asked for within the event. */
export interface DroppedItem {
  /** Null for a folder. */
  readonly file: File | null;
  readonly entry: FileSystemEntry | null;
  /** Where the browser has the File System Access API; null elsewhere, or if it is refused. */
  readonly handle: Promise<FileSystemHandle | null>;
}

export interface SortedDrop {
  /** Sources, archives and folders. */
  readonly opened: readonly DroppedItem[];
  /** Images, data and files of which the project can do nothing, which are refused by name. */
  readonly added: readonly File[];
}

const OPENED: readonly string[] = [...FILE_EXTENSIONS, '.zip'];

/** Sorts what was dropped into what is opened and what becomes part of the open project. */
export function sortDrop(items: readonly DroppedItem[]): SortedDrop {
  const isOpened = ({ file, entry }: DroppedItem) =>
    entry?.isDirectory || (file !== null && isOpenedName(file.name));
  return {
    opened: items.filter(isOpened),
    added: items.flatMap((item) => (item.file && !isOpened(item) ? [item.file] : [])),
  };
}

function isOpenedName(name: string): boolean {
  if (assetTypeOf(name) !== null) return false;
  return OPENED.some((extension) => name.toLowerCase().endsWith(extension));
}
