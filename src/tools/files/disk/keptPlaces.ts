import type { DBSchema } from 'idb';
import { databaseOnDemand } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import type { FileHandle, FolderHandle } from './diskAccess.ts';
import { type DiskPaths, diskPaths } from './diskPaths.ts';
import type { TextFormat } from './sourceText.ts';
import type { Watch } from './watch.ts';

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

export interface DiskPlace {
  readonly kind: 'files' | 'folder' | 'zip';
  /** Name of the folder, the archive or the first file. */
  readonly name: string;
  /** Null if new files cannot be written. */
  readonly folder: FolderHandle | null;
  readonly main: string;
  readonly paths: DiskPaths;
  /** By path on disk. */
  readonly files: ReadonlyMap<string, DiskFile>;
  readonly watch: Watch;
}

export interface DiskFile {
  /** Null if the file cannot be written. */
  readonly handle: FileHandle | null;
  /** The content on disk: a source's text, or the hash of an image or data. */
  readonly content: string;
  readonly format: TextFormat;
}

export function canBeWritten({ folder, files }: Pick<DiskPlace, 'folder' | 'files'>): boolean {
  return folder !== null || [...files.values()].some(({ handle }) => handle !== null);
}

/** The main file’s name without its folder. */
export function mainName({ main }: Pick<DiskPlace, 'main'>): string {
  return main.slice(main.lastIndexOf('/') + 1);
}

const MARK = '#disk/';

/**
 * The address of a source from the disk. Relative addresses resolve as for the page itself. The
 * address also provides the page's title, and identifies the source in undo, drafts and the
 * history.
 *
 * @param id unique
 */
export function placeUri(base: string, id: string, name: string): string {
  return `${base.replace(/#.*$/, '')}${MARK}${id}/${encodeURIComponent(name)}`;
}

/**
 * The main file’s name in an address from `placeUri`, available even after a reload; null for other
 * addresses.
 */
export function nameInUri(uri: string): string | null {
  const at = uri.indexOf(MARK);
  return at < 0 ? null : decodeURIComponent(uri.slice(uri.indexOf('/', at + MARK.length) + 1));
}
