import { isForeignName, isSourceName, isZipName } from '#core/project/names.ts';

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
