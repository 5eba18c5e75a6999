/** The page sends this to a waiting service worker to activate it. */
export const ACTIVATE = 'playground:activate';

/** The service worker asks a page with this, and a port, to answer once it is at rest. */
export const REST = 'playground:rest';

/** The page asks with this, and a port, to store what is only stored when it is used. */
export const STORE_ALL = 'playground:store-all';

/** The page asks for the opposite of {@link STORE_ALL}. */
export const FORGET_UNUSED = 'playground:forget-unused';

/** What the service worker answers to {@link STORE_ALL}, after each file. */
export type Storing =
  | { readonly kind: 'stored'; readonly files: number; readonly of: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** The browser's side of the site's service worker. */
export interface SiteRegistration {
  readonly container: ServiceWorkerContainer;
  readonly registration: ServiceWorkerRegistration;
}

/** Null where the browser refuses: in private windows, in cross-origin frames, and without https. */
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
