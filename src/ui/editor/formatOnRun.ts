import type { EditorView } from '@codemirror/view';
import { editorChoice } from './editorSettings.ts';

/** Formats the file in sight if a person has chosen that for each run; null if not. */
export function formatOnRun(view: EditorView): Promise<void> | null {
  if (editorChoice('formatOnRun') === 'off') return null;
  return import('./formatting/formatting.ts').then(({ formatBeforeRun }) => formatBeforeRun(view));
}
