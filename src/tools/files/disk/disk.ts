import { assetStore } from '#engine/storage/assets/pageStore.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { browserDisk } from './browserDisk.ts';
import { DiskPanel } from './DiskPanel.tsx';
import { createDiskSession, type DiskSession } from './diskSession.ts';
import { createKeptPlaces } from './keptPlaces.ts';

/** All that a page needs to open and save. It loads on first use. */
export interface DiskFeature {
  readonly session: DiskSession;
  /** Notices and questions. */
  readonly DiskPanel: typeof DiskPanel;
}

/** How often the open files are looked at while the page has the focus, in milliseconds. */
const WATCH_TIME = 4000;

/** Starts the feature of a page. */
export function createDisk(workspace: Workspace): DiskFeature {
  const base = document.baseURI;
  const session = createDiskSession({
    ...{ workspace, disk: browserDisk, contents: assetStore, kept: createKeptPlaces(), base },
    async unpackCarried(packed, carrier) {
      const { pageLinks } = await import('#engine/storage/pageLinks.ts');
      return pageLinks.unpackProject(packed, carrier);
    },
  });
  const check = () => {
    if (document.hasFocus()) void session.checkOutside();
  };
  window.addEventListener('focus', check);
  setInterval(check, WATCH_TIME);
  return { session, DiskPanel };
}
