import { isSourceName } from '#core/project/names.ts';
import { assetTypeOf } from '#engine/storage/assets/kinds.ts';
import { SETTINGS_FILE } from './settings.ts';

/** The used part of a File System Access API file handle. */
export interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<FileWriter>;
  /** The permission that the user has given so far. Missing in Firefox and Safari. */
  queryPermission?(wanted: { readonly mode: 'read' }): Promise<PermissionState>;
  /** Asks the user, unless they have already decided. Missing in Firefox and Safari. */
  requestPermission?(wanted: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

export interface FileWriter {
  write(content: Blob | string): Promise<void>;
  /** Replaces the file's content with what was written. */
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** The used part of a File System Access API folder handle. */
export interface FolderHandle {
  readonly name: string;
  values(): AsyncIterable<FolderItem>;
  getFileHandle(name: string, options?: { readonly create: boolean }): Promise<FileHandle>;
  getDirectoryHandle(name: string, options?: { readonly create: boolean }): Promise<FolderHandle>;
  requestPermission?(wanted: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

export type FolderItem =
  | (FileHandle & { readonly kind: 'file' })
  | (FolderHandle & { readonly kind: 'directory' });

export interface FoundFile {
  /** Relative to the opened folder or archive, with `/` between folders. */
  readonly path: string;
  /** Rejects if the file can no longer be read. */
  read(): Promise<File>;
  /** For writing; null if the browser provides none. */
  readonly handle: FileHandle | null;
}

export interface FoundFolder {
  readonly name: string;
  readonly files: readonly FoundFile[];
  /** For writing into the folder; null if the browser provides none. */
  readonly handle: FolderHandle | null;
}

/** The page's access to files. Replaceable, since tests cannot use the system's dialogs. */
export interface DiskAccess {
  /** Null if the user cancels. */
  pickFiles(): Promise<readonly FoundFile[] | null>;
  /**
   * Null if the user cancels.
   *
   * @throws `TooManyFiles`
   */
  pickFolder(): Promise<FoundFolder | null>;
  download(file: File): void;
}

/** Maximum number of files and folders to look at in a folder, of any kind. */
export const MAX_FOUND = 10_000;

export class TooManyFiles extends Error {
  constructor(folder: string) {
    super(
      `The folder ${folder} has more than ${MAX_FOUND.toLocaleString('en')} files. Open the folder that has only the shader’s files.`,
    );
  }
}

/** Whether the folder is hidden or holds packages or archives, and so no sources by the user. */
function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';
}

/** Whether a file is hidden or in a skipped folder. */
export function isSkipped(path: string): boolean {
  return path.split('/').some(isSkippedFolder);
}

export function foundByHandle(path: string, handle: FileHandle): FoundFile {
  return { path, handle, read: () => handle.getFile() };
}

export function foundFile(path: string, file: File): FoundFile {
  return { path, handle: null, read: () => Promise.resolve(file) };
}

/** All files in a folder and its subfolders, sorted by path. */
export async function filesOfFolder(folder: FolderHandle): Promise<FoundFolder> {
  const files: FoundFile[] = [];
  let seen = 0;
  const walk = async (inside: FolderHandle, before: string) => {
    for await (const item of inside.values()) {
      seen += 1;
      if (seen > MAX_FOUND) throw new TooManyFiles(folder.name);
      if (isSkippedFolder(item.name)) continue;
      const path = before + item.name;
      if (item.kind === 'directory') await walk(item, `${path}/`);
      else files.push(foundByHandle(path, item));
    }
  };
  await walk(folder, '');
  return { name: folder.name, files: files.toSorted(byPath), handle: folder };
}

/** The folder chosen in `<input webkitdirectory>`. File paths start with the folder's name. */
export function folderOfFiles(files: readonly File[]): FoundFolder {
  const name = files[0]?.webkitRelativePath.split('/')[0] ?? '';
  if (files.length > MAX_FOUND) throw new TooManyFiles(name);
  const found = files.map((file) => {
    const path = file.webkitRelativePath.slice(name.length + 1) || file.name;
    return foundFile(path, file);
  });
  const kept = found.filter(({ path }) => !isSkipped(path));
  return { name, files: kept.toSorted(byPath), handle: null };
}

export function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1;
}

export interface Found {
  readonly kind: 'files' | 'folder' | 'zip';
  /** Name of the folder, the archive or the first file, for messages. */
  readonly name: string;
  readonly files: readonly FoundFile[];
  /** For writing new files; null if that is not possible. */
  readonly folder: FolderHandle | null;
}

export function isProjectFile(path: string): boolean {
  return isSourceName(path) || path === SETTINGS_FILE || assetTypeOf(path) !== null;
}
