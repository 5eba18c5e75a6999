import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compiledAnswer } from '../../../../tests/support/answers.ts';
import { createPersistentCache } from './persistentCache.ts';

const DATABASE = 'playground-compile-cache';

let clock = 0;
const create = (maxCharacters = 1e6) =>
  createPersistentCache({ now: () => ++clock, maxCharacters });
/** Has space for two answers. */
const createSmall = () => create(2 * JSON.stringify(compiledAnswer('12345678')).length);
const keys = async () => (await openDB(DATABASE)).getAllKeys('answers');

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('compile results in the database', () => {
  it('are available on the next visit, including bytes', async () => {
    const answer = compiledAnswer('code', new Uint8Array([0, 255, 62, 63]));
    await create().set('key', answer);
    expect(await create().get('key')).toEqual(answer);
    expect(await create().get('another key')).toBeUndefined();
  });

  it('are discarded if they are damaged', async () => {
    await create().set('key', compiledAnswer('good'));
    const db = await openDB(DATABASE);
    const stored = await db.get('answers', 'key');
    await db.put('answers', { ...stored, text: stored.text.replace('good', 'evil') });
    expect(await create().get('key')).toBeUndefined();
    expect([await keys(), await db.getAllKeys('uses')]).toEqual([[], []]);
  });

  it('are returned only for their own request', async () => {
    await create().set('key', compiledAnswer('code'));
    const db = await openDB(DATABASE);
    await db.put('answers', { ...(await db.get('answers', 'key')), key: 'another key' });
    expect(await create().get('another key')).toBeUndefined();
  });

  it('are evicted when the cache is full, the least recently used first', async () => {
    const cache = createSmall();
    await cache.set('one', compiledAnswer('11111111'));
    await cache.set('two', compiledAnswer('22222222'));
    await cache.get('one');
    const useOfOne = async () => (await openDB(DATABASE)).get('uses', 'one');
    await vi.waitUntil(async () => (await useOfOne()).usedAt === 3);
    await cache.set('three', compiledAnswer('33333333'));
    expect(await keys()).toEqual(['one', 'three']);
  });

  it('from a clock that was a year ahead are evicted first, and the newest is kept', async () => {
    const cache = createSmall();
    clock = 31_536_000_000;
    await cache.set('one', compiledAnswer('11111111'));
    await cache.set('two', compiledAnswer('22222222'));
    clock = 0;
    for (const key of ['three', 'four']) await cache.set(key, compiledAnswer('33333333'));
    expect(await keys()).toEqual(['four', 'three']);
  });

  it('are not stored if they exceed the capacity', async () => {
    const cache = create(10);
    await cache.set('key', compiledAnswer('code'));
    expect(await cache.get('key')).toBeUndefined();
  });
});

describe('a browser', () => {
  it('that denies the database leaves the cache empty without an exception', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    const cache = create();
    await cache.set('key', compiledAnswer('code'));
    expect(await cache.get('key')).toBeUndefined();
  });

  it('whose database does not answer delays nothing', async () => {
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
    vi.useFakeTimers();
    const answer = create().get('key');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toBeUndefined();
    vi.useRealTimers();
  });

  it('with a full disk keeps the stored results', async () => {
    const cache = create();
    await cache.set('key', compiledAnswer('code'));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    });
    await cache.set('new', compiledAnswer('new code'));
    expect(await cache.get('key')).toEqual(compiledAnswer('code'));
    put.mockRestore();
    expect(await cache.get('new')).toBeUndefined();
  });
});
