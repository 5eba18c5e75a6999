import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { chosen } from '#engine/storage/choices.ts';
import { showNote } from '#ui/editor/note.ts';
import { formatChanges } from './formatChanges.ts';
import { createFormatter } from './formatter.ts';

const formatter = createFormatter();

/** Longer texts take seconds. */
const LONGEST = 1_000_000;

/** Editors whose text is being formatted. */
const busy = new WeakSet<EditorView>();

/** Formats the file in sight as one undo step. */
export function formatFile(view: EditorView): Promise<void> {
  return once(view, () => format(view, { onlySelection: false, tellsOfNothing: true }));
}

/** The same without a word if nothing is to be done. */
export function formatBeforeRun(view: EditorView): Promise<void> {
  return once(view, () => format(view, { onlySelection: false, tellsOfNothing: false }));
}

/** Formats the selected lines, or the line of the cursor. */
export function formatSelection(view: EditorView): Promise<void> {
  return once(view, () => format(view, { onlySelection: true, tellsOfNothing: true }));
}

/** A key that is pressed twice formats once. */
async function once(view: EditorView, act: () => Promise<void>): Promise<void> {
  if (busy.has(view)) return;
  busy.add(view);
  try {
    await act();
  } finally {
    busy.delete(view);
  }
}

interface FormatOptions {
  readonly onlySelection: boolean;
  /** Whether it says so if the text is formatted already. */
  readonly tellsOfNothing: boolean;
}

async function format(
  view: EditorView,
  { onlySelection, tellsOfNothing }: FormatOptions,
): Promise<void> {
  const { doc, selection } = view.state;
  if (doc.length > LONGEST) {
    return showNote(
      view,
      'This file is longer than a million characters. Format parts of it elsewhere.',
    );
  }
  const first = doc.lineAt(selection.main.from);
  const last = doc.lineAt(selection.main.to);
  const text = doc.toString();
  const formatted = await formatter.format(
    text,
    { width: chosen('formatWidth'), braces: chosen('formatBraces') },
    onlySelection ? { from: first.number, to: last.number } : null,
  );
  if (!formatted.ok) {
    const reason = formatted.error;
    return showNote(
      view,
      `The formatter could not be used: ${reason} Check your connection, then try again.`,
    );
  }
  if (view.state.doc !== doc) {
    return showNote(view, 'The text has changed meanwhile, so it was not formatted. Try again.');
  }
  const isWanted = (from: number, to: number) => to >= first.from && from <= last.to;
  const changes = formatChanges(text, formatted.value, onlySelection ? isWanted : undefined);
  if (!changes.ok) return showNote(view, changes.error);
  if (changes.value.length === 0) {
    return tellsOfNothing ? showNote(view, 'This is already formatted.') : undefined;
  }
  view.dispatch({
    changes: changes.value,
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.format',
  });
}
