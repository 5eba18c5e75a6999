import type { FileHandle, FolderHandle } from './diskAccess.ts';
import type { DiskPaths } from './diskPaths.ts';
import type { TextFormat } from './sourceText.ts';
import type { Watch } from './watch.ts';

/** Where an open project came from, so that it can be saved there. */
export interface DiskPlace {
  readonly kind: 'files' | 'folder' | 'zip';
  /** Of the folder, the archive or the first file. */
  readonly name: string;
  /** Null if new files cannot be written. */
  readonly folder: FolderHandle | null;
  /** The main file's path there. */
  readonly main: string;
  readonly paths: DiskPaths;
  /** By their paths there. */
  readonly files: ReadonlyMap<string, DiskFile>;
  readonly watch: Watch;
}

export interface DiskFile {
  /** Null if it cannot be written. */
  readonly handle: FileHandle | null;
  /** What it has there: its text, or the hash of an image or data. */
  readonly content: string;
  readonly format: TextFormat;
}

export function canBeWritten({ folder, files }: Pick<DiskPlace, 'folder' | 'files'>): boolean {
  return folder !== null || [...files.values()].some(({ handle }) => handle !== null);
}

/** The main file’s own name. */
export function mainName({ main }: Pick<DiskPlace, 'main'>): string {
  return main.slice(main.lastIndexOf('/') + 1);
}

const MARK = '#disk/';

/**
 * The address of a source from the disk. It resolves relative addresses as the page’s own does, it
 * gives the page its title, and it follows the source through undo, drafts and the history.
 *
 * @param id unique
 */
export function placeUri(base: string, id: string, name: string): string {
  return `${base.replace(/#.*$/, '')}${MARK}${id}/${encodeURIComponent(name)}`;
}

/** The main file’s name by such an address, which is all that is left after a reload; else null. */
export function nameInUri(uri: string): string | null {
  const at = uri.indexOf(MARK);
  return at < 0 ? null : decodeURIComponent(uri.slice(uri.indexOf('/', at + MARK.length) + 1));
}
