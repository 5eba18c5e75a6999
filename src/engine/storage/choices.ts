import { ARRANGEMENTS } from '#core/project/links/arrangement.ts';
import { settings } from './settings.ts';

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
