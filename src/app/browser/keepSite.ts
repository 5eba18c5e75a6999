import { afterFirstRun } from '#app/start/firstRun.ts';
import { onMark } from '#app/start/onMark.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createSiteUpdates, type SiteRegistration, type SiteUpdates } from './siteUpdates.ts';
import { whenIdle } from './whenIdle.ts';

/** Before a page that never becomes idle is taken for one, in milliseconds. */
const IDLE_TIMEOUT = 10_000;

/**
 * Keeps the site for visits without a network once this one has all that it waits for: the first
 * picture, and the compiler. Nothing is kept of the development server's.
 */
export function keepSite(workspace: Workspace): SiteUpdates {
  const updates = createSiteUpdates({ register, reloadPage: () => location.reload() });
  if (import.meta.env.PROD) {
    afterFirstRun(workspace, () =>
      onMark('playground:compiler-ready', () => {
        whenIdle(() => void updates.start(), IDLE_TIMEOUT);
      }),
    );
  }
  return updates;
}

/** Browsers refuse it in private windows, in frames of other sites, and without https. */
async function register(): Promise<SiteRegistration | null> {
  try {
    const container = navigator.serviceWorker;
    const script = new URL('sw.js', document.baseURI);
    const registration = await container.register(script, { updateViaCache: 'none' });
    // Some answer with nothing instead of refusing.
    return registration ? { container, registration } : null;
  } catch {
    return null;
  }
}
