import { ARRANGEMENTS } from '#core/project/links/arrangement.ts';
import { settings } from './settings.ts';

/**
 * What a person chooses for all tabs of this browser: the words that it can be, the default first. A new name would
 * lose what is stored. The history's export has all of them.
 */
export const CHOICES = {
  /** `system` follows the system's colour scheme and contrast settings. */
  theme: ['system', 'light', 'dark', 'contrast'],
  live: ['off', 'on'],
  arrangement: ARRANGEMENTS,
  /** `on` also starts the language server on small screens, `off` nowhere by itself. */
  codeAssistance: ['auto', 'on', 'off'],
  /** Whether the debugger has said where it is, which it does at the first visit. */
  debuggerHint: ['due', 'shown'],
  /** Which files of the site this browser stores, beside those that each visit needs. */
  offline: ['used', 'all'],
  wrapTargetCode: ['false', 'true'],
  lineDirectives: ['false', 'true'],
  /** Columns of a formatted line. */
  formatWidth: ['100', '80', '120'],
  /** Where the formatter puts an opening brace. */
  formatBraces: ['own-line', 'same-line'],
  /** Whether Run formats the file in sight first. */
  formatOnRun: ['off', 'on'],
  /** Types behind the names of `let` and `var`. */
  typeHints: ['off', 'on'],
  /** Names of parameters before the arguments of calls. */
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

/** Where a choice is stored: `playground:format-width` for `formatWidth`. */
export function keyOf(name: Choice): string {
  return `playground:${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Calls `listener` after each choice. */
export function subscribeToChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
