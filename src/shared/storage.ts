/** Small settings by name. */
export interface Settings {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Everything in it, also what others have put there. */
  entries(): [key: string, value: string][];
}

/**
 * A storage of the browser. What the browser refuses to keep (private windows, blocked storage, a
 * full disk) lasts as long as the page; nothing is thrown.
 */
function openSettings(storage: () => Storage): Settings {
  /** What the storage should hold, but does not. */
  const refused = new Map<string, string>();
  return {
    getItem(key) {
      const value = refused.get(key);
      if (value !== undefined) return value;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        storage().setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
    removeItem(key) {
      refused.delete(key);
      try {
        storage().removeItem(key);
      } catch {}
    },
    entries() {
      try {
        return Object.entries({ ...storage(), ...Object.fromEntries(refused) });
      } catch {
        return [...refused];
      }
    },
  };
}

/** Settings of this browser, for all tabs and later visits. */
export const settings = openSettings(() => localStorage);

/** Settings of this tab, which survive a reload and a crash of it. */
export const tabSettings = openSettings(() => sessionStorage);
