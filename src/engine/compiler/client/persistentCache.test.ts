import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compiledAnswer } from '../../../../tests/support/answers.ts';
import { createPersistentCache } from './persistentCache.ts';

const DATABASE = 'playground-compile-cache';

let clock = 0;
const create = (maxCharacters?: number) =>
  createPersistentCache({
    now: () => {
      clock += 1;
      return clock;
    },
    ...(maxCharacters !== undefined && { maxCharacters }),
  });

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('answers in the database', () => {
  it('are there for the next visit, bytes and all', async () => {
    const answer = compiledAnswer('code', new Uint8Array([0, 255, 62, 63]));
    await create().set('key', answer);
    expect(await create().get('key')).toEqual(answer);
    expect(await create().get('another key')).toBeUndefined();
  });

  it('are thrown away once they are not what was stored', async () => {
    await create().set('key', compiledAnswer('good'));
    const db = await openDB(DATABASE);
    const stored = await db.get('answers', 'key');
    await db.put('answers', { ...stored, text: stored.text.replace('good', 'evil') });
    expect(await create().get('key')).toBeUndefined();
    expect(await db.getAllKeys('answers')).toEqual([]);
    expect(await db.getAllKeys('uses')).toEqual([]);
  });

  it('belong to the request that they were made for', async () => {
    await create().set('key', compiledAnswer('code'));
    const db = await openDB(DATABASE);
    await db.put('answers', { ...(await db.get('answers', 'key')), key: 'another key' });
    expect(await create().get('another key')).toBeUndefined();
  });

  it('make room for others, those first that were not used for longest', async () => {
    const size = JSON.stringify(compiledAnswer('12345678')).length;
    const cache = create(2 * size);
    await cache.set('one', compiledAnswer('11111111'));
    await cache.set('two', compiledAnswer('22222222'));
    await cache.get('one');
    await vi.waitUntil(async () => {
      const use = await (await openDB(DATABASE)).get('uses', 'one');
      return use.usedAt === 3;
    });
    await cache.set('three', compiledAnswer('33333333'));
    const keys = await (await openDB(DATABASE)).getAllKeys('answers');
    expect(keys).toEqual(['one', 'three']);
  });

  it('of a time when the clock was a year ahead go first, and the newest is kept', async () => {
    const size = JSON.stringify(compiledAnswer('12345678')).length;
    const cache = create(2 * size);
    clock = 31_536_000_000;
    await cache.set('one', compiledAnswer('11111111'));
    await cache.set('two', compiledAnswer('22222222'));
    clock = 0;
    for (const key of ['three', 'four']) {
      await cache.set(key, compiledAnswer('33333333'));
    }
    const keys = await (await openDB(DATABASE)).getAllKeys('answers');
    expect(keys).toEqual(['four', 'three']);
  });

  it('are not kept if one alone has no room', async () => {
    const cache = create(10);
    await cache.set('key', compiledAnswer('code'));
    expect(await cache.get('key')).toBeUndefined();
  });
});

describe('a browser that refuses', () => {
  it('the database, has no answers and throws nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    const cache = create();
    await cache.set('key', compiledAnswer('code'));
    expect(await cache.get('key')).toBeUndefined();
  });

  it('to answer at all, is not waited for', async () => {
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
    vi.useFakeTimers();
    const answer = create().get('key');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toBeUndefined();
    vi.useRealTimers();
  });

  it('to write, as on a full disk, keeps what it has', async () => {
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
