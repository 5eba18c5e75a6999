import { LIMITS } from '#core/project/limits.ts';
import { checkPath } from '#core/project/names.ts';
import { type Asset, MAIN_FILE, type Project } from '#core/project/project.ts';
import { type PackedFile, readZip, writeZip } from '#core/project/zip.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import { type Found, foundFile, isProjectFile, isSkipped } from './diskAccess.ts';
import { commonFolder } from './diskPaths.ts';
import { type DiskSettings, SETTINGS_FILE, settingsText } from './settings.ts';

interface ProjectArchive {
  readonly archive: Blob;
  /** Images and data that are left out because this browser does not have their content. */
  readonly missing: readonly Asset[];
}

/** @param mainName name of the main file in the archive, unless another file has that name */
export async function packProject(
  { text, files, assets }: Project,
  settings: Omit<DiskSettings, 'main'>,
  mainName: string,
  contents: AssetStore,
): Promise<ProjectArchive> {
  const others = [...files, ...assets].map(({ path }) => path);
  const isFree = mainName !== SETTINGS_FILE && checkPath(mainName, others).ok;
  const main = isFree ? mainName : MAIN_FILE;
  const missing: Asset[] = [];
  const packed: PackedFile[] = [
    { path: SETTINGS_FILE, bytes: utf8(settingsText({ main, ...settings })) },
    { path: main, bytes: utf8(text) },
    ...files.map(({ path, text }) => ({ path, bytes: utf8(text) })),
  ];
  for (const asset of assets) {
    const content = await contents.get(asset.hash);
    if (content) packed.push({ path: asset.path, bytes: new Uint8Array(content) });
    else missing.push(asset);
  }
  return { archive: await writeZip(packed), missing };
}

/** Unpacks the files that a project can use. Strips an enclosing folder from their paths. */
export async function unpackArchive(archive: File): Promise<Result<Found>> {
  const unpacked = await readZip(archive, {
    fileBytes: LIMITS.assetBytes,
    totalBytes: LIMITS.textBytes + LIMITS.assetsBytes,
    isWanted: (path) => !isSkipped(path) && isProjectFile(path.slice(path.lastIndexOf('/') + 1)),
  });
  if (!unpacked.ok) return fail(`${archive.name} cannot be opened. ${unpacked.error}`);
  const around = commonFolder(unpacked.value.map(({ path }) => path));
  const files = unpacked.value.map(({ path, bytes }) => {
    const inside = path.slice(around.length);
    return foundFile(inside, new File([bytes], inside.slice(inside.lastIndexOf('/') + 1)));
  });
  return ok({ kind: 'zip', name: archive.name, files, folder: null });
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
