import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DiskFeature } from '#project/disk/disk.ts';
import type { DiskSession } from '#project/disk/diskSession.ts';
import { messageOf } from '#shared/errors.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Opens and saves projects. It loads on first use. */
export interface DiskTool {
  readonly store: StoreApi<DiskToolState>;
  /** Loads the tool, then does this with it. If it cannot be loaded, the state says why. */
  use(work: (session: DiskSession) => Promise<void>): Promise<void>;
}

export type DiskToolState =
  | { readonly kind: 'unused' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly loaded: DiskFeature };

export function createDiskTool(workspace: Workspace): DiskTool {
  const store = createStore<DiskToolState>(() => ({ kind: 'unused' }));
  let loading: Promise<DiskFeature | null> | null = null;
  const load = async () => {
    try {
      const { createDisk } = await import('#project/disk/disk.ts');
      const loaded = createDisk(workspace);
      store.setState({ kind: 'loaded', loaded }, true);
      return loaded;
    } catch (thrown) {
      loading = null;
      const reason = `“Open and save” could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
      store.setState({ kind: 'failed', reason }, true);
      return null;
    }
  };
  return {
    store,
    async use(work) {
      loading ??= load();
      const loaded = await loading;
      if (loaded) await work(loaded.session);
    },
  };
}
