import type { DBSchema } from 'idb';
import { databaseOnDemand } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import { diskPaths } from './diskPaths.ts';
import { canBeWritten, type DiskPlace } from './place.ts';

/** Places on disk by the addresses of their projects, for later visits. Nothing rejects. */
export interface KeptPlaces {
  put(uri: string, place: DiskPlace): Promise<void>;
  /** Null if this browser doesn't have it. The browser asks the user before its files are touched. */
  get(uri: string): Promise<DiskPlace | null>;
}

/** How many places are kept, the newest. */
const MAX_PLACES = 20;

interface Kept {
  readonly savedAt: number;
  /** Without its functions, which no database holds. */
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
        // The place stays as long as the page.
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
