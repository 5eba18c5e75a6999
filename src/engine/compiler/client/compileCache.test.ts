import { describe, expect, it, vi } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { sha256 } from '#core/util/sha256.ts';
import { compiledAnswer } from '../../../../tests/support/answers.ts';
import { cacheKey, createMemoryCache, loadedOnUse } from './compileCache.ts';
import { jobKey } from './jobs.ts';

const A = { path: 'a.slang', text: 'int a;' };
const B = { path: 'lib/b.slang', text: 'int b;' };

const keys = async (...[text, files]: Parameters<typeof runRequest>) => {
  const params = runRequest(text, files);
  return [await cacheKey('print', params), jobKey({ method: 'compile', params })];
};

describe('the cache keys of a request', () => {
  it('are the same as in earlier versions if there are no other files', async () => {
    const key = await sha256(JSON.stringify(['print', 'WGSL', null, '/user.slang', 'text']));
    expect((await keys('text'))[0]).toBe(key);
    expect(await keys('text', [])).toEqual(await keys('text'));
  });

  it('depend on the other files, but not on their order or ids', async () => {
    const key = await keys('text', [A, B]);
    expect(await keys('text', [B, { ...A, id: 7 } as typeof A])).toEqual(key);
    const others = [
      await keys('text'),
      await keys('text', [A]),
      await keys('text', [A, { ...B, text: 'int c;' }]),
      await keys('text', [A, { ...B, path: 'b.slang' }]),
    ];
    expect(new Set([key, ...others].flat()).size).toBe(10);
  });
});

it('loads a cache on first use, which is treated as empty while it cannot be loaded', async () => {
  const answer = compiledAnswer('code');
  const load = vi.fn(async () => createMemoryCache());
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const cache = loadedOnUse(load);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([cache.set('key', answer), cache.get('other')]);
  expect(load).toHaveBeenCalledOnce();
  expect(await cache.get('key')).toBeUndefined();
  await cache.set('key', answer);
  expect(await cache.get('key')).toBe(answer);
  expect(load).toHaveBeenCalledTimes(2);
});
