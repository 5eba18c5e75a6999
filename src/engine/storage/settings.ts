export type SettingsStorage = ReturnType<typeof openSettings>;

/**
 * Wraps a browser storage. Values that the browser refuses to store (private windows, blocked
 * storage, a full disk) last as long as the page. Never throws.
 */
function openSettings(storage: () => Storage) {
  const refused = new Map<string, string>();
  return {
    getItem(key: string): string | null {
      const value = refused.get(key);
      if (value !== undefined) return value;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key: string, value: string) {
      try {
        storage().setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
    removeItem(key: string) {
      refused.delete(key);
      try {
        storage().removeItem(key);
      } catch {}
    },
    /** All entries, including those of other scripts. */
    entries(): [key: string, value: string][] {
      try {
        return Object.entries({ ...storage(), ...Object.fromEntries(refused) });
      } catch {
        return [...refused];
      }
    },
  };
}

/** Settings of this browser, shared by all tabs and kept for later visits. */
export const settings = openSettings(() => localStorage);

/** Settings of this tab, which survive reloads and crashes. */
export const tabSettings = openSettings(() => sessionStorage);
