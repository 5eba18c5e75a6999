/** The page's message to activate a waiting service worker. */
export const ACTIVATE = 'playground:activate';

/** The service worker's message, with a port on which the page answers as soon as it is idle. */
export const REST = 'playground:rest';

/** The page's message, with a port, to store the files that are otherwise stored on first use. */
export const STORE_ALL = 'playground:store-all';

/** The page's message to undo {@link STORE_ALL}. */
export const FORGET_UNUSED = 'playground:forget-unused';

/** The service worker's answer to {@link STORE_ALL} after each file. */
export type Storing =
  | { readonly kind: 'stored'; readonly files: number; readonly of: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface SiteRegistration {
  readonly container: ServiceWorkerContainer;
  readonly registration: ServiceWorkerRegistration;
}

/** Null if the browser refuses, as in private windows, in cross-origin frames or without https. */
export async function registerSite(): Promise<SiteRegistration | null> {
  try {
    const container = navigator.serviceWorker;
    const registration = await container.register('./sw.js', { updateViaCache: 'none' });
    // Some browsers resolve with undefined instead of rejecting.
    return registration ? { container, registration } : null;
  } catch {
    return null;
  }
}
