import { ACTIVATE } from '#service-worker/messages.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';

/** What there is to say about the version of the page. */
export type SiteUpdate =
  | { readonly kind: 'none' }
  /** A newer one is there and waits for a reload. */
  | { readonly kind: 'ready' }
  /** A script that this version wanted is not to be had: most likely the site has a newer one. */
  | { readonly kind: 'part-missing' };

/** What the browser has of a site's service worker. */
export interface SiteRegistration {
  readonly container: ServiceWorkerContainer;
  readonly registration: ServiceWorkerRegistration;
}

export interface SiteUpdates {
  state(): SiteUpdate;
  subscribe(listener: () => void): Dispose;
  /** Keeps the site for times without a network, and looks for newer versions from now on. */
  start(): Promise<void>;
  /** Shows the newest version that is there. */
  reload(): void;
  /** Stays with this version and says no more about it. */
  later(): void;
  dispose: Dispose;
}

export interface SiteUpdatesOptions {
  /** Null where the browser refuses; then the page says nothing of it. */
  readonly register: () => Promise<SiteRegistration | null>;
  readonly reloadPage: () => void;
  /** Milliseconds since any moment, going on while the machine sleeps. */
  readonly now?: () => number;
}

/** A page that was out of sight for this long looks for a newer version, in milliseconds. */
const CHECK_AFTER = 60 * 60 * 1000;

const NONE: SiteUpdate = { kind: 'none' };

/** Newer versions of the site are offered, never forced upon a page. */
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
    // Without a network a reload would only make it worse.
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
    later: () => tell(NONE),
    dispose: disposer.dispose,
  };
}

type Listen = (target: EventTarget, type: string, listener: (event: Event) => void) => void;

interface VersionWatch {
  readonly listen: Listen;
  readonly offer: () => void;
}

/** Calls `offer` for each version that is newer than the page's. */
function watchVersions({ container, registration }: SiteRegistration, watch: VersionWatch): void {
  const { listen, offer } = watch;
  const follow = (worker: ServiceWorker) => {
    listen(worker, 'statechange', () => {
      // The first one that is installed is of this page's version.
      if (worker.state === 'installed' && registration.active) offer();
    });
  };
  if (registration.waiting && registration.active) offer();
  if (registration.installing) follow(registration.installing);
  listen(registration, 'updatefound', () => {
    if (registration.installing) follow(registration.installing);
  });
  // Another tab has changed to a newer version, which has none of this page's files any more.
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

/** Browsers look for a newer version when a page is opened; some pages stay open for weeks. */
function checkWhenBack(registration: ServiceWorkerRegistration, options: CheckOptions): void {
  const { listen, now } = options;
  let checkedAt = now();
  listen(document, 'visibilitychange', () => {
    // The clock may have been set back.
    if (document.visibilityState !== 'visible' || Math.abs(now() - checkedAt) < CHECK_AFTER) return;
    checkedAt = now();
    // Without a network there is nothing newer to be had.
    registration.update().catch(() => {});
  });
}
