import type { DBSchema, IDBPDatabase } from 'idb';
import { inTime } from '#core/util/inTime.ts';
import { databaseOnDemand } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import type { CompileCache } from './compileCache.ts';
import { openAnswer, type SealedAnswer, sealAnswer } from './sealedAnswer.ts';

const NAME = DATABASES.compileCache;
const VERSION = 1;

/** Maximum characters of all answers together, at most 64 MB in the browser. */
const MAX_CHARACTERS = 32 << 20;

/** Milliseconds after which the page stops waiting for the database. */
const PATIENCE = 1000;

/** An answer's last use and length, stored separately, to decide what to remove. */
interface UseRecord {
  readonly key: string;
  readonly usedAt: number;
  readonly characters: number;
}

interface Schema extends DBSchema {
  answers: { key: string; value: SealedAnswer };
  uses: { key: string; value: UseRecord };
}

export interface PersistentCacheOptions {
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
  const database = databaseOnDemand<Schema>(NAME, VERSION, (db) => {
    db.createObjectStore('answers', { keyPath: 'key' });
    db.createObjectStore('uses', { keyPath: 'key' });
  });

  const read = async (key: string) => {
    const db = await database();
    const stored = await db.get('answers', key);
    if (stored === undefined) return undefined;
    const answer = await openAnswer(key, stored);
    if (answer) void quietly(() => noteUse(db, stored, now()));
    else await remove(db, [key]);
    return answer;
  };
  const write = async (key: string, sealed: SealedAnswer) => {
    if (sealed.text.length > maxCharacters) return;
    const db = await database();
    const usedAt = now();
    await makeRoom(db, maxCharacters - sealed.text.length, usedAt);
    const transaction = db.transaction(['answers', 'uses'], 'readwrite');
    await Promise.all([
      transaction.objectStore('answers').put(sealed),
      transaction.objectStore('uses').put(recordOf(key, sealed, usedAt)),
      transaction.done,
    ]);
  };
  return {
    get: (key) => quietly(() => inTime(read(key), PATIENCE, () => undefined)),
    async set(key, answer) {
      await quietly(async () => write(key, await sealAnswer(key, answer)));
    },
  };
}

function recordOf(key: string, { text }: SealedAnswer, usedAt: number): UseRecord {
  return { key, usedAt, characters: text.length };
}

async function noteUse(db: IDBPDatabase<Schema>, stored: SealedAnswer, usedAt: number) {
  await db.put('uses', recordOf(stored.key, stored, usedAt));
}

/**
 * Removes the least recently used answers until the rest has at most `limit` characters. Answers
 * dated after `now` by a wrong clock go first, because they would otherwise stay forever.
 */
async function makeRoom(db: IDBPDatabase<Schema>, limit: number, now: number): Promise<void> {
  const uses = await db.getAll('uses');
  let characters = uses.reduce((sum, use) => sum + use.characters, 0);
  const leaving: string[] = [];
  const lastUse = ({ usedAt }: UseRecord) => (usedAt > now ? 0 : usedAt);
  for (const use of uses.sort((a, b) => lastUse(a) - lastUse(b))) {
    if (characters <= limit) break;
    leaving.push(use.key);
    characters -= use.characters;
  }
  if (leaving.length > 0) await remove(db, leaving);
}

async function remove(db: IDBPDatabase<Schema>, keys: readonly string[]): Promise<void> {
  const transaction = db.transaction(['answers', 'uses'], 'readwrite');
  await Promise.all([
    ...keys.map((key) => transaction.objectStore('answers').delete(key)),
    ...keys.map((key) => transaction.objectStore('uses').delete(key)),
    transaction.done,
  ]);
}

/** A cache that fails counts as empty: the compiler is used instead. */
async function quietly<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
