import { inTime } from '#core/util/timeLimit.ts';
import { createLimitedTable } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import { type CompileCache, openAnswer, type SealedAnswer, sealAnswer } from './compileCache.ts';

/** Maximum characters of all answers together; at most 64 MB on disk. */
const MAX_CHARACTERS = 32 << 20;

/** How long the page waits for the database (ms). */
const PATIENCE = 1000;

interface PersistentCacheOptions {
  readonly maxCharacters?: number;
  /** Replaced in tests. */
  readonly now?: () => number;
}

/**
 * Stores the most recently used answers in the browser's database, for later visits. Stores nothing
 * if the browser denies access or has no space. Removes damaged entries.
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

/** If the cache fails, the compiler answers instead. */
async function quietly<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
