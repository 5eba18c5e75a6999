import { isStringArray } from '#core/util/json.ts';
import { settings } from '#engine/storage/settings.ts';

export function storedList(key: string) {
  return {
    /** Empty if nothing is stored or the stored value is damaged. */
    read: (): readonly string[] => listIn(settings.getItem(key)),
    write: (list: readonly string[]) => settings.setItem(key, JSON.stringify(list)),
  };
}

/** Parses a stored list; empty if it is not valid. */
export function listIn(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return isStringArray(list) ? list : [];
  } catch {
    return [];
  }
}
