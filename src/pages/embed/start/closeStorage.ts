const STORES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'];

/**
 * Makes what the site stores unreachable for this page’s scripts. Its sandbox does that already; a host that
 * does not send our headers gives the page the site’s origin, and with that its stores.
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
