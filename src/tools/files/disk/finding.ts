import { isZipName } from '#core/project/names.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { DroppedItem } from '#tools/files/drop/takeDrop.ts';
import {
  byPath,
  type FileHandle,
  type FolderHandle,
  type FoundFile,
  type FoundFolder,
  filesOfFolder,
  foundByHandle,
  foundFile,
  isSkipped,
  MAX_FOUND,
  TooManyFiles,
} from './diskAccess.ts';
import type { DiskPlace } from './place.ts';
import { unpackArchive } from './projectZip.ts';
import type { Found } from './readFound.ts';

/** Handles chosen or dropped files, including a single archive. */
export async function foundOfFiles(files: readonly FoundFile[]): Promise<Result<Found> | null> {
  const [first] = files;
  if (!first) return null;
  const archive = files.find(({ path }) => isZipName(path));
  if (!archive)
    return ok({ kind: 'files', name: nameOf(first, files.length), files, folder: null });
  if (files.length === 1) return unpackArchive(await archive.read());
  return fail(`${archive.path} cannot be opened together with other files. Open it by itself.`);
}

export function foundOfFolder({ name, files, handle }: FoundFolder): Result<Found> {
  return ok({ kind: 'folder', name, files, folder: handle });
}

/** Handles a dropped folder, a dropped archive, or a mix of files and folders. */
export async function foundOfDrop(items: readonly DroppedItem[]): Promise<Result<Found> | null> {
  const found = await Promise.all(items.map(readItem));
  const [only] = found;
  if (only?.kind === 'folder' && found.length === 1) return foundOfFolder(only.folder);
  const files = found.flatMap((each) => {
    if (each === null) return [];
    if (each.kind === 'file') return [each.file];
    const { name, files } = each.folder;
    return files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
  });
  return foundOfFiles(files);
}

type ReadItem =
  | { readonly kind: 'file'; readonly file: FoundFile }
  | { readonly kind: 'folder'; readonly folder: FoundFolder };

async function readItem({ file, entry, handle }: DroppedItem): Promise<ReadItem | null> {
  const there = await handle;
  // The casts narrow the handles to the parts declared in diskAccess.ts.
  if (there?.kind === 'directory') {
    return { kind: 'folder', folder: await filesOfFolder(there as unknown as FolderHandle) };
  }
  if (there?.kind === 'file') {
    return { kind: 'file', file: foundByHandle(there.name, there as unknown as FileHandle) };
  }
  if (file) return { kind: 'file', file: foundFile(file.name, file) };
  if (!entry?.isDirectory) return null;
  const files = await filesOfEntry(entry as FileSystemDirectoryEntry);
  return { kind: 'folder', folder: { name: entry.name, files, handle: null } };
}

/** Reads a dropped folder in browsers without file handles. */
async function filesOfEntry(folder: FileSystemDirectoryEntry): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  let seen = 0;
  const walk = async (inside: FileSystemDirectoryEntry, before: string) => {
    for (const entry of await entriesOf(inside)) {
      seen += 1;
      if (seen > MAX_FOUND) throw new TooManyFiles(folder.name);
      const path = before + entry.name;
      if (isSkipped(path)) continue;
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, `${path}/`);
      else files.push(foundFile(path, await fileOf(entry as FileSystemFileEntry)));
    }
  };
  await walk(folder, '');
  return files.toSorted(byPath);
}

/** The reader returns entries in batches; an empty batch is the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

function nameOf({ path }: FoundFile, count: number): string {
  return count === 1 ? path : `${path} and ${count - 1} more`;
}

/** Reads a project again from where it came from. */
export async function foundAgain({ kind, name, folder, files }: DiskPlace): Promise<Result<Found>> {
  if (folder) return foundOfFolder(await filesOfFolder(folder));
  const found = [...files].flatMap(([path, { handle }]) =>
    handle ? [foundByHandle(path, handle)] : [],
  );
  return ok({ kind, name, files: found, folder });
}

/** Turns file system exceptions into failures with a sentence. */
export async function attempt<Value>(
  work: () => Promise<Result<Value> | null>,
): Promise<Result<Value> | null> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof TooManyFiles) return fail(thrown.message);
    return fail(`Your browser could not open it: ${messageOf(thrown)} Try again.`);
  }
}
