import { LIMITS } from '#core/project/limits.ts';
import { FILE_EXTENSIONS_TEXT, isForeignName, isSourceName } from '#core/project/names.ts';
import { bytesText } from '#core/util/countText.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { assetTypeOf } from '#engine/storage/assets/kinds.ts';
import type { FileHandle, FolderHandle, FoundFile } from './diskAccess.ts';
import { type DiskSettings, readSettings, SETTINGS_FILE } from './settings.ts';
import { readSourceText, type SourceText } from './sourceText.ts';

export interface Found {
  readonly kind: 'files' | 'folder' | 'zip';
  /** Name of the folder, the archive or the first file, for messages. */
  readonly name: string;
  readonly files: readonly FoundFile[];
  /** For writing new files; null if that is not possible. */
  readonly folder: FolderHandle | null;
}

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

export function isProjectFile(path: string): boolean {
  return isSourceName(path) || path === SETTINGS_FILE || assetTypeOf(path) !== null;
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
