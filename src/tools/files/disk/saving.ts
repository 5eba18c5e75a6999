import { type Asset, MAIN_FILE, type Project } from '#core/project/project.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import type { FileHandle, FolderHandle } from './diskAccess.ts';
import type { DiskFile, DiskPlace } from './keptPlaces.ts';
import { PLAIN_FORMAT, type TextFormat, writtenText } from './sourceText.ts';
import { isSame, known, type Stamp, stampOf } from './watch.ts';

export interface DiskWrite {
  readonly path: string;
  /** Null for a new file. */
  readonly handle: FileHandle | null;
  readonly content: WrittenContent;
}

type WrittenContent =
  | { readonly kind: 'text'; readonly text: string; readonly format: TextFormat }
  | { readonly kind: 'asset'; readonly asset: Asset };

export interface SavePlan {
  /** Only files that differ from the disk. */
  readonly writes: readonly DiskWrite[];
  /** Project paths of new files that cannot be written for lack of a folder. */
  readonly withoutFolder: readonly string[];
  /** Paths on disk of files that were opened but are no longer in the project. */
  readonly leftBehind: readonly string[];
}

export function planSave({ files, folder, paths }: DiskPlace, project: Project): SavePlan {
  const writes: DiskWrite[] = [];
  const withoutFolder: string[] = [];
  const there = new Set<string>();
  const add = (
    projectPath: string,
    id: string,
    contentFor: (file?: DiskFile) => WrittenContent,
  ) => {
    const path = paths.toDisk(projectPath);
    there.add(path);
    const file = files.get(path);
    if (file?.content === id) return;
    const handle = file?.handle ?? null;
    if (handle === null && folder === null) withoutFolder.push(projectPath);
    else writes.push({ path, handle, content: contentFor(file) });
  };
  for (const { path, text } of [{ path: MAIN_FILE, text: project.text }, ...project.files]) {
    add(path, text, (file) => ({ kind: 'text', text, format: file?.format ?? PLAIN_FORMAT }));
  }
  for (const asset of project.assets) {
    add(asset.path, asset.hash, () => ({ kind: 'asset', asset }));
  }
  const leftBehind = [...files.keys()].filter((path) => !there.has(path));
  return { writes, withoutFolder, leftBehind };
}

/** Asks the user, unless they have already decided. The error says what to do. */
export async function askPermission(
  { folder, name }: DiskPlace,
  writes: readonly DiskWrite[],
): Promise<Result<void>> {
  const handles = folder ? [folder] : writes.flatMap(({ handle }) => (handle ? [handle] : []));
  for (const handle of handles) {
    const permission = (await handle.requestPermission?.({ mode: 'readwrite' })) ?? 'granted';
    if (permission !== 'granted') {
      return fail(
        `Your browser did not allow saving to ${name}. Choose Save again and allow it, or download the project.`,
      );
    }
  }
  return ok(undefined);
}

/** Paths of files that another program has changed or created since the page read them. */
export async function changedOutside(
  { folder, watch }: DiskPlace,
  writes: readonly DiskWrite[],
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { path, handle } of writes) {
    const there = handle ?? (folder && (await fileIn(folder, path, false)));
    const stamp = there && (await stampNow(there));
    // A deleted file is simply created again.
    if (stamp && !isSame(stamp, watch.own.get(path) ?? null)) changed.push(path);
  }
  return changed;
}

/** Null if the file is gone. */
export async function stampNow(handle: FileHandle): Promise<Stamp> {
  try {
    return stampOf(await handle.getFile());
  } catch {
    return null;
  }
}

/** Writes a file and returns the updated place. The error says why the file was not written. */
export async function writeToDisk(
  place: DiskPlace,
  { path, handle, content }: DiskWrite,
  contents: AssetStore,
): Promise<Result<DiskPlace>> {
  try {
    const bytes = await bytesOf(content, contents);
    if (bytes === null) {
      return fail(`This browser does not have the content of ${path}. Replace it with the file.`);
    }
    const target = handle ?? (place.folder && (await fileIn(place.folder, path, true)));
    if (!target) return fail(`${path} was not saved: its folder is gone.`);
    await write(target, bytes);
    const isText = content.kind === 'text';
    const file: DiskFile = {
      handle: target,
      content: isText ? content.text : content.asset.hash,
      format: isText ? content.format : PLAIN_FORMAT,
    };
    const watch = known(place.watch, path, await stampNow(target));
    return ok({ ...place, watch, files: new Map(place.files).set(path, file) });
  } catch (thrown) {
    return fail(`${path} was not saved: ${reasonOf(thrown)}`);
  }
}

async function write(target: FileHandle, bytes: Blob): Promise<void> {
  const writer = await target.createWritable();
  try {
    await writer.write(bytes);
    await writer.close();
  } catch (thrown) {
    // Leaves the file unchanged.
    await writer.abort().catch(() => undefined);
    throw thrown;
  }
}

async function bytesOf(content: WrittenContent, contents: AssetStore): Promise<Blob | null> {
  if (content.kind === 'text') return new Blob([writtenText(content.text, content.format)]);
  const bytes = await contents.get(content.asset.hash);
  return bytes && new Blob([bytes]);
}

/** Null if the file does not exist and `create` is false. */
async function fileIn(
  folder: FolderHandle,
  path: string,
  create: boolean,
): Promise<FileHandle | null> {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  try {
    let inside = folder;
    for (const part of parts) inside = await inside.getDirectoryHandle(part, { create });
    return await inside.getFileHandle(name, { create });
  } catch (thrown) {
    if (!create) return null;
    throw thrown;
  }
}

function reasonOf(thrown: unknown): string {
  switch (thrown instanceof DOMException ? thrown.name : '') {
    case 'NotAllowedError':
      return 'the browser no longer allows it. Choose Save again, or download the project.';
    case 'NotFoundError':
      return 'the file or its folder is gone. Download the project instead.';
    case 'QuotaExceededError':
      return 'the disk is full. Make room, or download the project.';
    case 'NoModificationAllowedError':
      return 'another program uses it. Close it there, then save again.';
    default:
      return `${messageOf(thrown)} Download the project instead.`;
  }
}
