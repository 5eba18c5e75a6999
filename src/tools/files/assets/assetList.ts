import type { Asset } from '#core/project/project.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { RemovedAsset } from './assetsState.ts';

/** The images and data of the open project, by their paths. */
export interface AssetListing {
  all(): readonly Asset[];
  /** Of all files and assets. */
  paths(): string[];
  /** All but the one with that path. */
  without(path: string): readonly Asset[];
  /** Adds it, or puts it in place of the one with its path, which is returned. */
  put(asset: Asset): RemovedAsset | null;
  rename(asset: Asset, path: string): void;
  /** Returns where it was; -1 if it was not there. */
  remove(asset: Asset): number;
  /** Undoes a removal, or a replacement. */
  putBack(asset: Asset, index: number): void;
  /** Returns whether no other project was opened since. */
  whileOpen(): () => boolean;
}

export function createAssetListing({
  store,
  setAssets,
}: Pick<Workspace, 'store' | 'setAssets'>): AssetListing {
  const all = () => store.getState().assets;
  const indexOf = (path: string) => all().findIndex((asset) => asset.path === path);
  const put = (asset: Asset) => {
    const index = indexOf(asset.path);
    const before = all()[index];
    setAssets(before ? all().with(index, asset) : [...all(), asset]);
    return before ? { asset: before, index } : null;
  };
  return {
    all,
    paths: () => [...store.getState().files, ...all()].map(({ path }) => path),
    without: (path) => all().filter((asset) => asset.path !== path),
    put,
    rename: ({ path }, next) =>
      setAssets(all().map((asset) => (asset.path === path ? { ...asset, path: next } : asset))),
    remove({ path }) {
      const index = indexOf(path);
      if (index >= 0) setAssets(all().toSpliced(index, 1));
      return index;
    },
    putBack(asset, index) {
      if (indexOf(asset.path) >= 0) put(asset);
      else setAssets(all().toSpliced(index, 0, asset));
    },
    whileOpen() {
      const { revision } = store.getState().opened;
      return () => store.getState().opened.revision === revision;
    },
  };
}
