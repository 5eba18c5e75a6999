import { describe, expect, it } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import { createMemoryCache, loadedOnUse } from './compileCache.ts';

const ANSWER: CompileResult = {
  succ: false,
  message: '',
  log: 'no',
  diagnostics: [],
  result: null,
};

describe('a cache that is loaded on first use', () => {
  it('is loaded once, and then stores entries', async () => {
    let loads = 0;
    const cache = loadedOnUse(async () => {
      loads += 1;
      return createMemoryCache();
    });
    expect(loads).toBe(0);
    await Promise.all([cache.set('key', ANSWER), cache.get('other')]);
    expect(await cache.get('key')).toBe(ANSWER);
    expect(loads).toBe(1);
  });

  it('is treated as empty while it cannot be loaded, and retries on the next use', async () => {
    let isOffline = true;
    const memory = createMemoryCache();
    await memory.set('key', ANSWER);
    const cache = loadedOnUse(async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
      return memory;
    });
    await cache.set('key', ANSWER);
    expect(await cache.get('key')).toBeUndefined();
    isOffline = false;
    expect(await cache.get('key')).toBe(ANSWER);
  });
});
