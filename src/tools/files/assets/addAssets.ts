import type { StoreApi } from 'zustand/vanilla';
import type { Asset } from '#core/project/project.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { freeNameFor, nameFor } from '#engine/storage/assets/assetNames.ts';
import { type ImportedAsset, importAsset } from '#engine/storage/assets/importAsset.ts';
import { assetTypeOf, isImageType } from '#engine/storage/assets/kinds.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import type { AssetListing } from './assetList.ts';
import { type AssetsState, type RemovedAsset, tell } from './assetsState.ts';

/** What to do with files whose names others in the project have. */
export type SameNames = 'replace' | 'keep both';

export interface Adding {
  /** Adds files one after another; the notice names each that is refused. */
  add(files: readonly File[]): Promise<void>;
  /** Gives an asset another content. */
  replace(asset: Asset, file: File): Promise<void>;
  /** Adds a file under a path, in place of the asset that has it. Returns whether it is there now. */
  put(path: string, file: File): Promise<boolean>;
}

interface AddingParts {
  readonly store: StoreApi<AssetsState>;
  readonly list: AssetListing;
  readonly contents: AssetStore;
  /** Null if nothing is to be added. */
  askSameNames(paths: readonly string[]): Promise<SameNames | null>;
}

export function createAdding({ store, list, contents, askSameNames }: AddingParts): Adding {
  const notKept = createKeepingNotice();
  const read = async (file: File, path: string) =>
    importAsset({ path, content: file }, list.without(path), contents);
  const add = async (files: readonly File[], isOpen: () => boolean) => {
    store.setState({ isShown: true, notice: null });
    const taken = new Set(list.all().map(({ path }) => path));
    const same = files.map(({ name }) => nameFor(name)).filter((name) => taken.has(name));
    const chosen = same.length > 0 ? await askSameNames([...new Set(same)]) : 'keep both';
    if (chosen === null || !isOpen()) return;
    const told: string[] = [];
    const replaced: RemovedAsset[] = [];
    for (const [done, file] of files.entries()) {
      store.setState({ reading: { name: file.name, done, total: files.length } });
      const imported = await read(file, pathFor(file, chosen, list.paths()));
      if (!isOpen()) return;
      const before = imported.ok ? list.put(imported.value.asset) : null;
      if (before) {
        replaced.push(before);
        told.push(`Replaced ${before.asset.path}.`);
      }
      told.push(...(imported.ok ? notKept(imported.value) : [imported.error]));
    }
    store.setState({ reading: null });
    tell(store, told, replaced);
  };
  const replace = async (asset: Asset, file: File, isOpen: () => boolean) => {
    const fits = checkReplacement(asset, file);
    if (!fits.ok) return tell(store, [fits.error]);
    await put(asset.path, file, isOpen);
  };
  const put = async (path: string, file: File, isOpen: () => boolean) => {
    store.setState({ reading: { name: file.name, done: 0, total: 1 }, notice: null });
    const imported = await read(file, path);
    if (!isOpen()) return false;
    store.setState({ reading: null });
    if (imported.ok) {
      const before = list.put(imported.value.asset);
      const replaced = before ? [`Replaced ${path} with ${file.name}.`] : [];
      tell(store, [...replaced, ...notKept(imported.value)], before ? [before] : []);
    } else tell(store, [imported.error]);
    return imported.ok;
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time, so that two files do not get one name; dropped if another project is opened. */
  const inTurn = <Done>(work: (isOpen: () => boolean) => Promise<Done>) => {
    const isOpen = list.whileOpen();
    const done = last.then(() => (isOpen() ? work(isOpen) : undefined));
    last = done;
    return done;
  };
  return {
    add: async (files) => (files.length > 0 ? inTurn((isOpen) => add(files, isOpen)) : undefined),
    replace: (asset, file) => inTurn((isOpen) => replace(asset, file, isOpen)),
    async put(path, file) {
      store.setState({ isShown: true });
      return (await inTurn((isOpen) => put(path, file, isOpen))) ?? false;
    },
  };
}

/** Says once that the browser does not keep contents. */
function createKeepingNotice() {
  let isTold = false;
  return ({ notKept: reason }: ImportedAsset): string[] => {
    if (reason === null || isTold) return [];
    isTold = true;
    return [
      `${reason} New images and data stay until you close the page. To keep them, download the project.`,
    ];
  };
}

function pathFor({ name }: File, chosen: SameNames, taken: readonly string[]): string {
  const wanted = nameFor(name);
  return chosen === 'replace' && taken.includes(wanted) ? wanted : freeNameFor(name, taken);
}

/** Pictures may change their format, because browsers find out which it is. */
function checkReplacement({ path, type }: Asset, { name }: File): Result<void> {
  const other = assetTypeOf(name);
  const isPicture = (each: string | null) =>
    each !== null && isImageType(each) && !each.includes('svg');
  if (other === type || (isPicture(other) && isPicture(type))) return ok(undefined);
  const extension = path.slice(path.lastIndexOf('.'));
  return fail(
    `${name} cannot replace ${path}, which is read as ${extension}. Add it as a file of its own.`,
  );
}
