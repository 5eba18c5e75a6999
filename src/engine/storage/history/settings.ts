/** The user's settings by localStorage key. */
export type Settings = Readonly<Record<string, string>>;

const MAX_SETTINGS = 40;

/** Keys of the layout library's entries and of the playground's own choices. */
const LAYOUT = /^react-resizable-panels:playground:[\w:-]{1,100}$/;
const CHOICE = /^playground:[a-z-]{1,40}$/;

/** Whether the entry is a setting that another browser can import. */
function isSetting(name: string, value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (CHOICE.test(name)) return /^[\w-]{1,40}$/.test(value);
  return LAYOUT.test(name) && isLayout(value);
}

export function settingsIn(entries: Iterable<readonly [string, string]>): Settings {
  return Object.fromEntries([...entries].filter(([name, value]) => isSetting(name, value)));
}

/** Validates a file's settings; null if any is invalid. */
export function readSettings(stored: unknown): Settings | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const entries = Object.entries(stored);
  if (entries.length > MAX_SETTINGS) return null;
  return entries.every(([name, value]) => isSetting(name, value))
    ? (Object.fromEntries(entries) as Settings)
    : null;
}

/** Whether the value maps pane names to sizes in percent. */
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
