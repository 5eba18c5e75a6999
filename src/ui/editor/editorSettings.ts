import { settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';

/** The choices of the editor, the default first. */
export const EDITOR_CHOICES = {
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

export type EditorChoice = keyof typeof EDITOR_CHOICES;
export type ChoiceOf<Choice extends EditorChoice> = (typeof EDITOR_CHOICES)[Choice][number];

const listeners = new Set<() => void>();

export function editorChoice<Choice extends EditorChoice>(choice: Choice): ChoiceOf<Choice> {
  const stored = settings.getItem(STORAGE_KEYS[choice]);
  const values: readonly ChoiceOf<Choice>[] = EDITOR_CHOICES[choice];
  return values.find((value) => value === stored) ?? EDITOR_CHOICES[choice][0];
}

export function choose<Choice extends EditorChoice>(choice: Choice, value: ChoiceOf<Choice>): void {
  settings.setItem(STORAGE_KEYS[choice], value);
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` after each choice. */
export function subscribeToChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
