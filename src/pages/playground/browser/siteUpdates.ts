import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { ACTIVATE, type SiteRegistration } from '#engine/storage/site.ts';

export type SiteUpdate =
  | { readonly kind: 'none' }
  /** A newer version has been downloaded and waits for a reload. */
  | { readonly kind: 'ready' }
  /** A script of this version failed to load, probably because the site has a newer version. */
  | { readonly kind: 'part-missing' };

export interface SiteUpdates {
  state(): SiteUpdate;
  subscribe(listener: () => void): Dispose;
  /** Stores the site for offline visits and starts checking for newer versions. */
  start(): Promise<void>;
  /** Reloads the page with the newest downloaded version. */
  reload(): void;
  /** Keeps this version and hides the offer. */
  dismiss(): void;
  dispose: Dispose;
}

interface SiteUpdatesOptions {
  /** Resolves to null if the browser refuses; the page then offers no updates. */
  readonly register: () => Promise<SiteRegistration | null>;
  readonly reloadPage: () => void;
  /** Milliseconds since any fixed time; must include the machine's sleep. */
  readonly now?: () => number;
}

/** A page hidden for at least this long (ms) checks for a newer version when it becomes visible. */
const CHECK_AFTER = 60 * 60 * 1000;

const NONE: SiteUpdate = { kind: 'none' };

/** Offers newer versions of the site. The user decides when to reload. */
export function createSiteUpdates(options: SiteUpdatesOptions): SiteUpdates {
  const { register, reloadPage, now = Date.now } = options;
  const listeners = new Set<() => void>();
  const disposer = createDisposer();
  let state = NONE;
  let registration: ServiceWorkerRegistration | null = null;

  const tell = (next: SiteUpdate) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const offer = () => tell({ kind: 'ready' });
  const listen = (target: EventTarget, type: string, listener: (event: Event) => void) => {
    target.addEventListener(type, listener);
    disposer.add(() => target.removeEventListener(type, listener));
  };
  listen(window, 'vite:preloadError', () => {
    // While offline, a reload could lose the page.
    if (navigator.onLine) tell({ kind: 'part-missing' });
  });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      const registered = await register();
      if (!registered || disposer.disposed) return;
      ({ registration } = registered);
      watchVersions(registered, { listen, offer });
      checkWhenBack(registered.registration, { listen, now });
    },
    reload() {
      const waiting = registration?.waiting;
      if (!waiting) return reloadPage();
      waiting.addEventListener('statechange', () => {
        if (waiting.state === 'activated' || waiting.state === 'redundant') reloadPage();
      });
      waiting.postMessage(ACTIVATE);
    },
    dismiss: () => tell(NONE),
    dispose: disposer.dispose,
  };
}

type Listen = (target: EventTarget, type: string, listener: (event: Event) => void) => void;

interface VersionWatch {
  readonly listen: Listen;
  readonly offer: () => void;
}

/** Calls `offer` for each version that is newer than this page's. */
function watchVersions({ container, registration }: SiteRegistration, watch: VersionWatch): void {
  const { listen, offer } = watch;
  const follow = (worker: ServiceWorker) => {
    listen(worker, 'statechange', () => {
      // The first installed worker has this page's version.
      if (worker.state === 'installed' && registration.active) offer();
    });
  };
  if (registration.waiting && registration.active) offer();
  if (registration.installing) follow(registration.installing);
  listen(registration, 'updatefound', () => {
    if (registration.installing) follow(registration.installing);
  });
  // Another tab has switched to a newer version, which lacks this page's files.
  let { controller } = container;
  listen(container, 'controllerchange', () => {
    if (controller) offer();
    controller = container.controller;
  });
}

interface CheckOptions {
  readonly listen: Listen;
  readonly now: () => number;
}

/**
 * Checks for a newer version when the user returns: browsers check only when a page opens, and some
 * pages stay open for weeks.
 */
function checkWhenBack(registration: ServiceWorkerRegistration, options: CheckOptions): void {
  const { listen, now } = options;
  let checkedAt = now();
  listen(document, 'visibilitychange', () => {
    // The difference is negative if the clock was set back.
    if (document.visibilityState !== 'visible' || Math.abs(now() - checkedAt) < CHECK_AFTER) return;
    checkedAt = now();
    // Fails while offline; the next return to the page tries again.
    registration.update().catch(() => {});
  });
}
