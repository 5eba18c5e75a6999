/** What is kept in the browser besides texts, by its names there. */
export type Settings = Readonly<Record<string, string>>;

const MAX_SETTINGS = 40;

/** Names of the layout library's entries and of our own. */
const LAYOUT = /^react-resizable-panels:playground:[\w:-]{1,100}$/;
const CHOICE = /^playground:[a-z-]{1,40}$/;

/** Whether it is a choice of the user that another browser can take over. */
export function isSetting(name: string, value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (CHOICE.test(name)) return /^[\w-]{1,40}$/.test(value);
  return LAYOUT.test(name) && isLayout(value);
}

/** The settings among what a browser's storage holds. */
export function settingsIn(entries: Iterable<readonly [string, string]>): Settings {
  return Object.fromEntries([...entries].filter(([name, value]) => isSetting(name, value)));
}

/** Settings as a file has them; null if one of them is none. */
export function readSettings(stored: unknown): Settings | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const entries = Object.entries(stored);
  if (entries.length > MAX_SETTINGS) return null;
  return entries.every(([name, value]) => isSetting(name, value))
    ? (Object.fromEntries(entries) as Settings)
    : null;
}

/** The sizes of panes in per cent, by their names. */
function isLayout(value: string): boolean {
  try {
    const sizes: unknown = JSON.parse(value);
    if (value.length > 1000 || typeof sizes !== 'object' || sizes === null) return false;
    return Object.values(sizes).every(
      (size) => typeof size === 'number' && size >= 0 && size <= 100,
    );
  } catch {
    return false;
  }
}
