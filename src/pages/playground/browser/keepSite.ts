import { afterFirstRun } from '#pages/playground/start/firstRun.ts';
import type { PageStart } from '#pages/playground/start/pageStart.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createSiteUpdates, type SiteUpdates } from './siteUpdates.ts';

/** How long to wait after the first picture and the first compile result, in milliseconds. */
const SETTLING_TIME = 5000;

/** Stores the site for offline visits once the page has started, but not in development. */
export function keepSite(workspace: Workspace, start: PageStart): SiteUpdates {
  const updates = createSiteUpdates({
    register: async () => (await import('./registerSite.ts')).registerAtRest(workspace),
    reloadPage: () => location.reload(),
  });
  if (import.meta.env.PROD) {
    void afterFirstRun(workspace, start)
      .then(() => start.compilerAnswered)
      .then(() => setTimeout(() => void updates.start(), SETTLING_TIME));
  }
  return updates;
}
