import { expect, it } from 'vitest';
import { closeStorage } from './closeStorage.ts';

function pageOf(origin: string) {
  const document = { cookie: 'secret=1' };
  const stores = { localStorage: 1, sessionStorage: 2, indexedDB: 3, caches: 4, cookieStore: 5 };
  return { origin, document, ...stores };
}

it('a page with the site’s origin cannot access the site’s storage', () => {
  const page = pageOf('https://site.test');
  closeStorage(page as unknown as Window);
  for (const name of Object.keys(page).filter((key) => /^(?!origin|document)/.test(key))) {
    expect(() => Reflect.get(page, name), name).toThrow('An embed has no storage');
    expect(Reflect.deleteProperty(page, name)).toBe(false);
  }
  page.document.cookie = 'more=2';
  expect(page.document.cookie).toBe('');
});

it('a sandboxed page is not changed', () => {
  const page = pageOf('null');
  closeStorage(page as unknown as Window);
  expect(page).toEqual(pageOf('null'));
});
