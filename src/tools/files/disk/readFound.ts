import { LIMITS } from '#core/project/limits.ts';
import {
  FILE_EXTENSIONS_TEXT,
  isForeignName,
  isSourceName,
  isZipName,
} from '#core/project/names.ts';
import { bytesText } from '#core/util/countText.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { assetTypeOf } from '#engine/storage/assets/kinds.ts';
import type { DroppedItem } from '#tools/files/takeDrop.ts';
import {
  byPath,
  type FileHandle,
  type FolderHandle,
  type Found,
  type FoundFile,
  type FoundFolder,
  filesOfFolder,
  foundByHandle,
  foundFile,
  isSkipped,
  MAX_FOUND,
  TooManyFiles,
} from './diskAccess.ts';
import type { DiskPlace } from './keptPlaces.ts';
import { unpackArchive } from './projectZip.ts';
import { type DiskSettings, readSettings, SETTINGS_FILE } from './settings.ts';
import { readSourceText, type SourceText } from './sourceText.ts';

export interface ReadFile {
  readonly path: string;
  /** A snapshot from the time of reading. */
  readonly file: File;
  readonly handle: FileHandle | null;
}

export interface ReadSource extends ReadFile {
  readonly source: SourceText;
}

export interface ReadFound {
  /** At least one. */
  readonly sources: readonly ReadSource[];
  readonly assets: readonly ReadFile[];
  readonly settings: DiskSettings | null;
  /** Sentences about files that could not be read. */
  readonly notes: readonly string[];
}

/**
 * Treats a lone shader in another language as Slang, without a handle so that saving cannot
 * overwrite the original.
 */
function foreignSource(files: readonly FoundFile[]): FoundFile[] {
  const [first, ...others] = files.filter(({ path }) => isForeignName(path));
  if (!first || others.length > 0) return [];
  return [{ ...first, path: first.path.replace(/\.\w+$/, '.slang'), handle: null }];
}

/** Reads all sources, but only opens images and data. Ignores files of other kinds. */
export async function readFound({ name, files }: Found): Promise<Result<ReadFound>> {
  const named = files.filter(({ path }) => isSourceName(path));
  const sourceFiles = named.length > 0 ? named : foreignSource(files);
  const others = files.filter(({ path }) => !isSourceName(path) && path !== SETTINGS_FILE);
  if (sourceFiles.length === 0) return noSource(name);
  if (sourceFiles.length > LIMITS.files) {
    return fail(
      `${name} has ${sourceFiles.length.toLocaleString('en')} source files; a project has at most ${LIMITS.files}. Open the folder or the files that the shader needs.`,
    );
  }
  const notes: string[] = [];
  const opened = await openAll(sourceFiles, notes);
  const bytes = opened.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > LIMITS.textBytes) {
    return fail(
      `The sources of ${name} have ${bytesText(bytes)}; a project has at most ${bytesText(LIMITS.textBytes)} of text. Open fewer files.`,
    );
  }
  const settings = await settingsOf(files);
  if (!settings.ok) return fail(`${name} ${settings.error}`);
  const sources = await readAll(opened, notes);
  if (sources.length === 0) return fail([...notes, 'Nothing was opened.'].join(' '));
  const assetFiles = others.filter(({ path }) => assetTypeOf(path) !== null);
  const assets = await openAll(assetFiles, notes);
  return ok({ sources, assets, settings: settings.value, notes });
}

async function openAll(files: readonly FoundFile[], notes: string[]): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  for (const found of files) {
    try {
      read.push({ path: found.path, handle: found.handle, file: await found.read() });
    } catch {
      notes.push(`${found.path} cannot be read. It may have been moved: open it again.`);
    }
  }
  return read;
}

async function readAll(files: readonly ReadFile[], notes: string[]): Promise<ReadSource[]> {
  const read: ReadSource[] = [];
  for (const each of files) {
    const source = readSourceText(await each.file.arrayBuffer());
    if (source) read.push({ ...each, source });
    else notes.push(`${each.path} is not text in UTF-8. Save it as UTF-8 to open it.`);
  }
  return read;
}

async function settingsOf(files: readonly FoundFile[]): Promise<Result<DiskSettings | null>> {
  const found = files.find(({ path }) => path === SETTINGS_FILE);
  if (!found) return ok(null);
  const file = await found.read();
  return file.size > LIMITS.textBytes ? ok(null) : readSettings(await file.text());
}

function noSource(name: string): Result<never> {
  return fail(
    `${name} has no source file, which ends in ${FILE_EXTENSIONS_TEXT}. To add images or data to the open project, drop them on the page.`,
  );
}

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

const MAX_NAMES = 5;

/** Formats file names for a sentence, such as `a.slang, b.slang, and 3 more`. */
export function listed(paths: readonly string[]): string {
  const others = paths.length - MAX_NAMES;
  const shown = others > 0 ? [...paths.slice(0, MAX_NAMES), `${others} more`] : paths;
  return new Intl.ListFormat('en').format(shown);
}
