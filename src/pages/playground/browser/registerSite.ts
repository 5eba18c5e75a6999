import { REST, registerSite, type SiteRegistration } from '#engine/storage/site.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Milliseconds after which a page that never becomes idle counts as idle. */
const IDLE_TIMEOUT = 300;

/** Registers the service worker, which stores files while no page of the site is busy. */
export function registerAtRest(
  workspace: Pick<Workspace, 'store'>,
): Promise<SiteRegistration | null> {
  // The container is missing in browsers and windows that cannot use service workers.
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    if (data === REST) whenAtRest(workspace, () => ports[0]?.postMessage(null));
  });
  return registerSite();
}

function whenAtRest({ store }: Pick<Workspace, 'store'>, callback: () => void): void {
  const { compilation } = store.getState();
  if (compilation.kind !== 'compiling') {
    whenIdle(callback, IDLE_TIMEOUT);
    return;
  }
  const stop = store.subscribe(() => {
    stop();
    whenAtRest({ store }, callback);
  });
}
