import { checkFilePath, checkPath } from '#core/project/names.ts';
import type { Asset, ProjectFile } from '#core/project/project.ts';
import { importAsset } from '#engine/storage/assets/importAsset.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import { diskPaths } from './diskPaths.ts';
import type { DiskFile, DiskPlace } from './place.ts';
import type { Found, ReadFile, ReadFound, ReadSource } from './readFound.ts';
import { PLAIN_FORMAT } from './sourceText.ts';
import { type Stamp, stampOf, startWatch } from './watch.ts';

/** A project as it is opened, and where it is on disk. */
export interface Arranged {
  readonly text: string;
  readonly files: readonly ProjectFile[];
  readonly assets: readonly Asset[];
  readonly place: DiskPlace;
  /** What was left out and why, as sentences. */
  readonly notes: readonly string[];
}

/** Makes a project of what was read. Files that a project cannot have are left out. */
export async function arrange(
  { kind, name, folder }: Found,
  { sources, assets, notes }: ReadFound,
  main: ReadSource,
  contents: AssetStore,
): Promise<Arranged> {
  const others = sources.filter((source) => source !== main);
  const { toProject } = diskPaths(main.path, []);
  const files: ProjectFile[] = [];
  const kept: Asset[] = [];
  const left: string[] = [];
  const onDisk = new Map<string, DiskFile>([[main.path, diskFile(main)]]);
  const stamps = new Map<string, Stamp>([[main.path, stampOf(main.file)]]);
  const taken = () => [...files, ...kept].map(({ path }) => path);
  const remember = ({ path, file }: ReadFile, known: DiskFile) => {
    onDisk.set(path, known);
    stamps.set(path, stampOf(file));
  };
  for (const source of others) {
    const path = toProject(source.path);
    const checked = checkFilePath(path, taken());
    if (!checked.ok) left.push(`${source.path} is left out. ${checked.error}`);
    else {
      files.push({ path, text: source.source.text });
      remember(source, diskFile(source));
    }
  }
  for (const each of assets) {
    const path = toProject(each.path);
    const checked = checkPath(path, taken());
    const imported = checked.ok
      ? await importAsset({ path, content: each.file }, kept, contents)
      : checked;
    if (!imported.ok) left.push(`${each.path} is left out. ${imported.error}`);
    else {
      kept.push(imported.value.asset);
      const content = imported.value.asset.hash;
      remember(each, { handle: each.handle, content, format: PLAIN_FORMAT });
    }
  }
  // Those that were left out have no path in the project.
  const paths = diskPaths(main.path, [...onDisk.keys()]);
  const watch = startWatch(stamps);
  return {
    text: main.source.text,
    files,
    assets: kept,
    place: { kind, name, folder, main: main.path, paths, files: onDisk, watch },
    notes: [...notes, ...left],
  };
}

function diskFile({ handle, source }: ReadSource): DiskFile {
  return { handle, content: source.text, format: source.format };
}
