import { afterFirstRun } from '#pages/playground/start/firstRun.ts';
import type { PageStart } from '#pages/playground/start/pageStart.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createSiteUpdates, type SiteRegistration, type SiteUpdates } from './siteUpdates.ts';

/** Milliseconds after which a page that never becomes idle is treated as idle. */
const IDLE_TIMEOUT = 10_000;

/**
 * Stores the site for offline visits, once the first picture and the compiler are ready. The
 * development server's files are not stored.
 */
export function keepSite(workspace: Workspace, start: PageStart): SiteUpdates {
  const updates = createSiteUpdates({ register, reloadPage: () => location.reload() });
  if (import.meta.env.PROD) {
    void afterFirstRun(workspace, start)
      .then(() => start.compilerAnswered)
      .then(() => whenIdle(() => void updates.start(), IDLE_TIMEOUT));
  }
  return updates;
}

/**
 * Null where the browser refuses: in private windows, in cross-origin frames, and without https.
 */
async function register(): Promise<SiteRegistration | null> {
  try {
    const container = navigator.serviceWorker;
    const script = new URL('sw.js', document.baseURI);
    const registration = await container.register(script, { updateViaCache: 'none' });
    // Some browsers resolve with undefined instead of rejecting.
    return registration ? { container, registration } : null;
  } catch {
    return null;
  }
}
