import { settings } from './settings.ts';

/**
 * What a person chooses for all tabs of this browser: where it is stored, and the words that it can be, the default
 * first. The history's export has all of them.
 */
export const CHOICES = {
  /** `system` follows the system's colour scheme and contrast settings. */
  theme: { key: 'playground:theme', values: ['system', 'light', 'dark', 'contrast'] },
  live: { key: 'playground:live', values: ['off', 'on'] },
  /** `on` also starts the language server on small screens, `off` nowhere by itself. */
  codeAssistance: { key: 'playground:code-assistance', values: ['auto', 'on', 'off'] },
  wrapTargetCode: { key: 'playground:wrap-target-code', values: ['false', 'true'] },
  lineDirectives: { key: 'playground:line-directives', values: ['false', 'true'] },
  /** Columns of a formatted line. */
  formatWidth: { key: 'playground:format-width', values: ['100', '80', '120'] },
  /** Where the formatter puts an opening brace. */
  formatBraces: { key: 'playground:format-braces', values: ['own-line', 'same-line'] },
  /** Whether Run formats the file in sight first. */
  formatOnRun: { key: 'playground:format-on-run', values: ['off', 'on'] },
  /** Types behind the names of `let` and `var`. */
  typeHints: { key: 'playground:type-hints', values: ['off', 'on'] },
  /** Names of parameters before the arguments of calls. */
  parameterHints: { key: 'playground:parameter-hints', values: ['off', 'on'] },
} as const;

export type Choice = keyof typeof CHOICES;
export type ChoiceOf<Name extends Choice> = (typeof CHOICES)[Name]['values'][number];

const listeners = new Set<() => void>();

export function chosen<Name extends Choice>(name: Name): ChoiceOf<Name> {
  const { key, values } = CHOICES[name];
  const stored = settings.getItem(key);
  const known: readonly ChoiceOf<Name>[] = values;
  return known.find((value) => value === stored) ?? values[0];
}

export function choose<Name extends Choice>(name: Name, value: ChoiceOf<Name>): void {
  settings.setItem(CHOICES[name].key, value);
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` after each choice. */
export function subscribeToChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
