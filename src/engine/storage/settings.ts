import { ARRANGEMENTS } from '#core/project/links/arrangement.ts';

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

/**
 * The user's choices for all tabs of this browser: the possible values, with the default first.
 * Renaming one would lose its stored value. The history's export includes them all.
 */
export const CHOICES = {
  /** `system` follows the system's colour scheme and contrast settings. */
  theme: ['system', 'light', 'dark', 'contrast'],
  live: ['off', 'on'],
  arrangement: ARRANGEMENTS,
  /** `on` also starts the language server on small screens; `off` never starts it automatically. */
  codeAssistance: ['auto', 'on', 'off'],
  /** Whether the debugger has shown the hint about its location, as it does on the first visit. */
  debuggerHint: ['due', 'shown'],
  /** Whether this browser stores only the site files that were used, or all. */
  offline: ['used', 'all'],
  wrapTargetCode: ['false', 'true'],
  lineDirectives: ['false', 'true'],
  /** In columns. */
  formatWidth: ['100', '80', '120'],
  formatBraces: ['own-line', 'same-line'],
  /** Whether Run formats the visible file first. */
  formatOnRun: ['off', 'on'],
  /** Types after the names of `let` and `var`. */
  typeHints: ['off', 'on'],
  parameterHints: ['off', 'on'],
} as const;

export type Choice = keyof typeof CHOICES;
export type ChoiceOf<Name extends Choice> = (typeof CHOICES)[Name][number];

const listeners = new Set<() => void>();

export function chosen<Name extends Choice>(name: Name): ChoiceOf<Name> {
  const stored = settings.getItem(keyOf(name));
  const values: readonly ChoiceOf<Name>[] = CHOICES[name];
  return values.find((value) => value === stored) ?? CHOICES[name][0];
}

export function choose<Name extends Choice>(name: Name, value: ChoiceOf<Name>): void {
  settings.setItem(keyOf(name), value);
  for (const listener of [...listeners]) listener();
}

/** The choice's storage key: `playground:format-width` for `formatWidth`. */
export function keyOf(name: Choice): string {
  return `playground:${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function subscribeToChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
