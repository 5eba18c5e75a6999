/**
 * The browser's local storage, for small settings. Where the browser refuses it (private windows,
 * blocked storage, a full disk), nothing is kept and nothing is thrown.
 */
export const settings = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Everything in it, also what others have put there. */
  entries(): [key: string, value: string][] {
    try {
      return Object.entries({ ...localStorage });
    } catch {
      return [];
    }
  },
  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The setting lasts as long as the page then.
    }
  },
};
