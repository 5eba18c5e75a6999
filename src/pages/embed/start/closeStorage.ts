const STORES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'];

/**
 * Makes the site's storage unreachable for this page's scripts. The sandbox already does that, but
 * a host that does not send our headers gives the page the site's origin, and with it access to
 * storage.
 */
export function closeStorage(page: Window): void {
  if (page.origin === 'null') return;
  const refuse = () => {
    throw new DOMException('An embed has no storage.', 'SecurityError');
  };
  const configurable = false;
  for (const name of STORES) Object.defineProperty(page, name, { configurable, get: refuse });
  Object.defineProperty(page.document, 'cookie', { configurable, get: () => '', set() {} });
}
