import { describe, expect, it, vi } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { sha256 } from '#core/util/sha256.ts';
import { compiledAnswer } from '../../../../tests/support/answers.ts';
import {
  cacheKey,
  createMemoryCache,
  loadedOnUse,
  precompiledAnswers,
  sealAnswer,
} from './compileCache.ts';
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

const KEY = '0123456789abcdef-and-the-rest';
const FILES = { '0123456789abcdef': 'assets/answer.json' };

function sourceServing(respond: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => respond());
  return { fetch, source: precompiledAnswers(FILES, fetch) };
}

it('fetches the file of a precompiled request', async () => {
  const answer = compiledAnswer('code');
  const sealed = await sealAnswer(KEY, answer);
  const { fetch, source } = sourceServing(() => Response.json(sealed));
  expect(await source.get(KEY)).toEqual(answer);
  expect(fetch.mock.calls).toEqual([['assets/answer.json']]);
});

it('fetches nothing for any other request', async () => {
  const { fetch, source } = sourceServing(() => Response.error());
  expect(await source.get('fedcba9876543210')).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  ['is missing', () => new Response('Not found', { status: 404 })],
  ['is a page instead', () => new Response('<!doctype html>')],
  ['has other content', () => Response.json([1, 2])],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('has no answer if the file %s', async (_, respond) => {
  expect(await sourceServing(respond).source.get(KEY)).toBeUndefined();
});

it('has no answer if the file belongs to another request or was changed', async () => {
  const sealed = await sealAnswer('0123456789abcdef-of-another-build', compiledAnswer('stale'));
  expect(await sourceServing(() => Response.json(sealed)).source.get(KEY)).toBeUndefined();
  const renamed = { ...sealed, key: KEY };
  expect(await sourceServing(() => Response.json(renamed)).source.get(KEY)).toBeUndefined();
});
