import type { FileHandle, FolderHandle } from './diskAccess.ts';
import type { DiskPaths } from './diskPaths.ts';
import type { TextFormat } from './sourceText.ts';
import type { Watch } from './watch.ts';

export interface DiskPlace {
  readonly kind: 'files' | 'folder' | 'zip';
  /** Name of the folder, the archive or the first file. */
  readonly name: string;
  /** Null if new files cannot be written. */
  readonly folder: FolderHandle | null;
  readonly main: string;
  readonly paths: DiskPaths;
  /** By path on disk. */
  readonly files: ReadonlyMap<string, DiskFile>;
  readonly watch: Watch;
}

export interface DiskFile {
  /** Null if the file cannot be written. */
  readonly handle: FileHandle | null;
  /** The content on disk: a source's text, or the hash of an image or data. */
  readonly content: string;
  readonly format: TextFormat;
}

export function canBeWritten({ folder, files }: Pick<DiskPlace, 'folder' | 'files'>): boolean {
  return folder !== null || [...files.values()].some(({ handle }) => handle !== null);
}

/** The main file’s name without its folder. */
export function mainName({ main }: Pick<DiskPlace, 'main'>): string {
  return main.slice(main.lastIndexOf('/') + 1);
}

const MARK = '#disk/';

/**
 * The address of a source from the disk. Relative addresses resolve as for the page itself. The
 * address also provides the page's title, and identifies the source in undo, drafts and the
 * history.
 *
 * @param id unique
 */
export function placeUri(base: string, id: string, name: string): string {
  return `${base.replace(/#.*$/, '')}${MARK}${id}/${encodeURIComponent(name)}`;
}

/**
 * The main file’s name in an address from `placeUri`, available even after a reload; null for other
 * addresses.
 */
export function nameInUri(uri: string): string | null {
  const at = uri.indexOf(MARK);
  return at < 0 ? null : decodeURIComponent(uri.slice(uri.indexOf('/', at + MARK.length) + 1));
}
