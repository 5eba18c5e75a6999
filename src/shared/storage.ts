/** Small settings by name. */
export interface Settings {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Everything in it, also what others have put there. */
  entries(): [key: string, value: string][];
}

/**
 * A storage of the browser. Where the browser refuses it (private windows, blocked storage, a full
 * disk), nothing is kept and nothing is thrown: a setting lasts as long as the page then.
 */
function openSettings(storage: () => Storage): Settings {
  return {
    getItem(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        storage().setItem(key, value);
      } catch {}
    },
    removeItem(key) {
      try {
        storage().removeItem(key);
      } catch {}
    },
    entries() {
      try {
        return Object.entries({ ...storage() });
      } catch {
        return [];
      }
    },
  };
}

/** Settings of this browser, for all tabs and later visits. */
export const settings = openSettings(() => localStorage);

/** Settings of this tab, which survive a reload and a crash of it. */
export const tabSettings = openSettings(() => sessionStorage);
