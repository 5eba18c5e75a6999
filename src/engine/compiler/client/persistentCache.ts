import { inTime } from '#core/util/inTime.ts';
import { createLimitedTable } from '#engine/storage/limitedTable.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import type { CompileCache } from './compileCache.ts';
import { openAnswer, type SealedAnswer, sealAnswer } from './sealedAnswer.ts';

/** Maximum characters of all answers together, at most 64 MB in the browser. */
const MAX_CHARACTERS = 32 << 20;

/** Milliseconds after which the page stops waiting for the database. */
const PATIENCE = 1000;

interface PersistentCacheOptions {
  readonly maxCharacters?: number;
  /** Tests replace it. */
  readonly now?: () => number;
}

/**
 * Stores the most recently used answers in the browser's database, for later visits.
 * If the browser refuses the database or has no space, nothing is stored;
 * a damaged entry is removed.
 */
export function createPersistentCache(options: PersistentCacheOptions = {}): CompileCache {
  const { maxCharacters = MAX_CHARACTERS, now = Date.now } = options;
  const table = createLimitedTable<SealedAnswer>({
    names: {
      database: DATABASES.compileCache,
      values: 'answers',
      valueKey: 'key',
      useKey: 'key',
      useSize: 'characters',
    },
    limit: maxCharacters,
    sizeOf: ({ text }) => text.length,
    now,
  });
  const read = async (key: string) => {
    const stored = await table.get(key);
    if (stored === undefined) return undefined;
    const answer = await openAnswer(key, stored);
    if (answer) void quietly(() => table.noteUse(key, stored));
    else await table.remove(key);
    return answer;
  };
  return {
    get: (key) => quietly(() => inTime(read(key), PATIENCE, () => undefined)),
    async set(key, answer) {
      await quietly(async () => {
        const sealed = await sealAnswer(key, answer);
        if (sealed.text.length <= maxCharacters) await table.put(key, sealed);
      });
    },
  };
}

/** A cache that fails counts as empty: the compiler is used instead. */
async function quietly<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
