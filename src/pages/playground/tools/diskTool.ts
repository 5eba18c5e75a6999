import { interfaceGate } from '#pages/playground/start/gates.ts';
import type { DiskFeature } from '#tools/files/disk/disk.ts';
import type { DiskSession } from '#tools/files/disk/diskSession.ts';
import { nameInUri } from '#tools/files/disk/place.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** Opens and saves projects. It loads on first use. */
export interface DiskTool extends Pick<LazyTool<DiskFeature>, 'store'> {
  /** Loads the tool, then does this with it. If it cannot be loaded, the state says why. */
  use(work: (session: DiskSession) => Promise<void>): Promise<void>;
  /** Saves the project where it came from; false if it cannot be written there. */
  saveThere(): Promise<boolean>;
}

export function createDiskTool(workspace: Workspace): DiskTool {
  const { store, load } = createLazyTool({
    name: '“Open and save”',
    create: async () => (await import('#tools/files/disk/disk.ts')).createDisk(workspace),
  });
  // A project that an earlier visit opened from the disk has its files' names in their tabs.
  const loadIfNeeded = () => {
    if (nameInUri(workspace.sourceUri()) === null) return;
    stop();
    void interfaceGate.behind(load);
  };
  const stop = workspace.store.subscribe(loadIfNeeded);
  loadIfNeeded();
  return {
    store,
    async use(work) {
      const loaded = await load();
      if (loaded) await work(loaded.session);
    },
    async saveThere() {
      if (nameInUri(workspace.sourceUri()) === null) return false;
      const loaded = await load();
      return (await loaded?.session.saveThere()) ?? false;
    },
  };
}
