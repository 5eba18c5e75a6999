import type { DiskFeature } from '#project/disk/disk.ts';
import type { DiskSession } from '#project/disk/diskSession.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** Opens and saves projects. It loads on first use. */
export interface DiskTool extends Pick<LazyTool<DiskFeature>, 'store'> {
  /** Loads the tool, then does this with it. If it cannot be loaded, the state says why. */
  use(work: (session: DiskSession) => Promise<void>): Promise<void>;
}

export function createDiskTool(workspace: Workspace): DiskTool {
  const { store, load } = createLazyTool({
    name: '“Open and save”',
    create: async () => (await import('#project/disk/disk.ts')).createDisk(workspace),
  });
  return {
    store,
    async use(work) {
      const loaded = await load();
      if (loaded) await work(loaded.session);
    },
  };
}
