import type { EditorState, StateEffect, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Offsets of the selection's anchor, the cursor, and the start of the first visible line. */
export interface EditorPlace {
  readonly anchor: number;
  readonly head: number;
  readonly top: number;
}

/** Line and column count from 1. */
export interface RevealedPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export function selectionOf({ selection }: EditorState): { anchor: number; head: number } {
  const { anchor, head } = selection.main;
  return { anchor, head };
}

/** The selection, limited to a text of this length. */
export function within(length: number, { anchor, head }: Omit<EditorPlace, 'top'>) {
  return { anchor: Math.min(anchor, length), head: Math.min(head, length) };
}

export function scrolledTo(
  length: number,
  { top }: Pick<EditorPlace, 'top'>,
): StateEffect<unknown> {
  // Show the margin above the first line.
  const yMargin = top === 0 ? 16 : 0;
  return EditorView.scrollIntoView(Math.min(top, length), { y: 'start', yMargin });
}

/** The range of a place, limited to the text. */
export function rangeOf(doc: Text, { line, column, length }: RevealedPlace) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  return { from, to: Math.min(from + length, at.to) };
}
