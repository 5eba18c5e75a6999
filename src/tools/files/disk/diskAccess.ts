/** The part of a file handle of the File System Access API that is used here. */
export interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<FileWriter>;
  /** What the user has decided so far. Firefox and Safari lack it. */
  queryPermission?(wanted: { readonly mode: 'read' }): Promise<PermissionState>;
  /** Asks the user unless they have decided. Firefox and Safari lack it. */
  requestPermission?(wanted: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

export interface FileWriter {
  write(content: Blob | string): Promise<void>;
  /** Replaces the file's content by what was written. */
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** The part of a folder's handle that is used here. */
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

/** A file that the user gave to the page. */
export interface FoundFile {
  /** Below the folder or archive that was opened, with `/` between folders. */
  readonly path: string;
  /** Rejects if the file cannot be read any more. */
  read(): Promise<File>;
  /** To write it; null where the browser gives none. */
  readonly handle: FileHandle | null;
}

export interface FoundFolder {
  readonly name: string;
  readonly files: readonly FoundFile[];
  /** To write its files; null where the browser gives none. */
  readonly handle: FolderHandle | null;
}

/** How the page asks for files. Tests replace it, since no test can use the system's dialogs. */
export interface DiskAccess {
  /** Null if the user chose none. */
  pickFiles(): Promise<readonly FoundFile[] | null>;
  /**
   * Null if the user chose none.
   *
   * @throws `TooManyFiles`
   */
  pickFolder(): Promise<FoundFolder | null>;
  /** Lets the browser download a file. */
  download(file: File): void;
}

/** How many files and folders of a folder are looked at, of any kind. */
export const MAX_FOUND = 10_000;

export class TooManyFiles extends Error {
  constructor(folder: string) {
    super(
      `The folder ${folder} has more than ${MAX_FOUND.toLocaleString('en')} files. Open the folder that has only the shader’s files.`,
    );
  }
}

/** Hidden folders, and folders of packages and archives, hold no sources that the user wrote. */
function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';
}

/** Whether a file lies in a folder that is not looked into, or is hidden. */
export function isSkipped(path: string): boolean {
  return path.split('/').some(isSkippedFolder);
}

export function foundByHandle(path: string, handle: FileHandle): FoundFile {
  return { path, handle, read: () => handle.getFile() };
}

export function foundFile(path: string, file: File): FoundFile {
  return { path, handle: null, read: () => Promise.resolve(file) };
}

/** All files of a folder and of the folders in it, by path. */
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

/** A folder that `<input webkitdirectory>` gave: each path begins with the folder's name. */
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
