import type { EditorView } from '@codemirror/view';
import { chosen } from '#engine/storage/choices.ts';

/** Formats the file in sight if a person has chosen that for each run; null if not. */
export function formatOnRun(view: EditorView): Promise<void> | null {
  if (chosen('formatOnRun') === 'off') return null;
  return import('./formatting/formatting.ts').then(({ formatBeforeRun }) => formatBeforeRun(view));
}
