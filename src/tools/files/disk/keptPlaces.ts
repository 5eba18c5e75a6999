import type { DBSchema } from 'idb';
import { databaseOnDemand } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import { diskPaths } from './diskPaths.ts';
import { canBeWritten, type DiskPlace } from './place.ts';

/** Stores places on disk across visits, by project address. Never rejects. */
export interface KeptPlaces {
  put(uri: string, place: DiskPlace): Promise<void>;
  /**
   * Null if none is stored. The browser asks for permission before the page can access the files.
   */
  get(uri: string): Promise<DiskPlace | null>;
}

/** Maximum number of places; older ones are dropped. */
const MAX_PLACES = 20;

interface Kept {
  readonly savedAt: number;
  /** Without `paths`, whose functions cannot be stored. */
  readonly place: Omit<DiskPlace, 'paths'>;
}

interface Schema extends DBSchema {
  places: { key: string; value: Kept; indexes: { savedAt: number } };
}

export function createKeptPlaces(): KeptPlaces {
  const database = databaseOnDemand<Schema>(DATABASES.disk, 1, (db) => {
    db.createObjectStore('places').createIndex('savedAt', 'savedAt');
  });
  return {
    async put(uri, { paths: _, ...place }) {
      if (!canBeWritten(place)) return;
      try {
        const db = await database();
        await db.put('places', { savedAt: Date.now(), place }, uri);
        const keys = await db.getAllKeysFromIndex('places', 'savedAt');
        for (const old of keys.slice(0, -MAX_PLACES)) await db.delete('places', old);
      } catch (thrown) {
        // The page still knows the place until it is closed.
        console.warn('The browser did not store where the files are on disk:', thrown);
      }
    },
    async get(uri) {
      try {
        const kept = await (await database()).get('places', uri);
        return kept ? withPaths(kept.place) : null;
      } catch {
        return null;
      }
    },
  };
}

function withPaths(place: Kept['place']): DiskPlace {
  return { ...place, paths: diskPaths(place.main, [...place.files.keys()]) };
}
