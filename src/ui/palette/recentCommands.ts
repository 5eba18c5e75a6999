import { isStringArray } from '#core/util/json.ts';
import { type SettingsStorage, settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';

const SETTING = STORAGE_KEYS.recentCommands;
const MOST = 6;

type Storage = Pick<SettingsStorage, 'getItem' | 'setItem'>;

/** Ids of the commands that the user ran in this browser, the newest first. */
export function recentCommands(storage: Storage = settings): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(SETTING) ?? '');
    return isStringArray(ids) ? ids.slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string, storage: Storage = settings): void {
  const others = recentCommands(storage).filter((each) => each !== id);
  storage.setItem(SETTING, JSON.stringify([id, ...others].slice(0, MOST)));
}
