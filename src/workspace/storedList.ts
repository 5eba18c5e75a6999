import { isStringArray } from '#core/util/json.ts';
import { settings } from '#engine/storage/settings.ts';

export function storedList(key: string) {
  return {
    /** Empty if there is none, or if what is stored is damaged. */
    read: (): readonly string[] => listIn(settings.getItem(key)),
    write: (list: readonly string[]) => settings.setItem(key, JSON.stringify(list)),
  };
}

/** The list that was written so; empty if it is none. */
export function listIn(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return isStringArray(list) ? list : [];
  } catch {
    return [];
  }
}
