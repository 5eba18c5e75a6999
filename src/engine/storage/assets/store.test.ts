import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { createAssetStore } from './store.ts';

const DATABASE = 'playground-assets';
const DAY = 24 * 3600 * 1000;

let clock = 0;
const create = (maxBytes?: number) =>
  createAssetStore({ now: () => clock, ...(maxBytes !== undefined && { maxBytes }) });
const contentOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer;
const keys = async () => (await openDB(DATABASE)).getAllKeys('contents');

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
});

it('restores contents on the next visit, byte for byte', async () => {
  expect(await create().put('one', contentOf(0, 255, 7))).toEqual({ ok: true, value: undefined });
  expect(await create().get('one')).toEqual(contentOf(0, 255, 7));
  expect(await create().get('two')).toBeNull();
});

it('removes the least recently used contents if there are too many', async () => {
  await create(6).put('one', contentOf(1, 2));
  clock += DAY;
  await create(6).put('two', contentOf(3, 4));
  clock += DAY;
  await create(6).get('one');
  clock += 8 * DAY;
  await create(6).put('three', contentOf(5, 6, 7));
  expect(await keys()).toEqual(['one', 'three']);
});

it('always keeps contents used by this page or within a week', async () => {
  const page = create(4);
  await page.put('mine', contentOf(1, 2));
  clock += 5 * DAY;
  await create(4).put('recent', contentOf(3, 4));
  clock += 5 * DAY;
  await page.put('more', contentOf(5, 6));
  expect(await keys()).toEqual(['mine', 'more', 'recent']);
});

const refuse = (name: string) =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Not now.', name);
  });

it.each([
  ['is full', 'QuotaExceededError', 'The browser’s storage is full.'],
  ['refuses', 'InvalidStateError', 'The browser denies access to its database: Not now.'],
])('keeps a content for the session, and says so, if the storage %s', async (_, name, reason) => {
  const store = create();
  const put = refuse(name);
  expect(await store.put('one', contentOf(1))).toEqual({ ok: false, error: reason });
  expect(await store.get('one')).toEqual(contentOf(1));
  put.mockRestore();
  expect(await create().get('one')).toBeNull();
  expect((await store.put('one', contentOf(1))).ok).toBe(true);
  expect(await create().get('one')).toEqual(contentOf(1));
});

it('reads existing contents while the storage is full', async () => {
  await create().put('one', contentOf(1));
  const put = refuse('QuotaExceededError');
  expect(await create().get('one')).toEqual(contentOf(1));
  put.mockRestore();
});

it('is empty and throws nothing if there is no database', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const store = create();
  expect(await store.get('one')).toBeNull();
  expect((await store.put('one', contentOf(1))).ok).toBe(false);
  expect(await store.get('one')).toEqual(contentOf(1));
});
