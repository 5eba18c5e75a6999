import { defaultKeymap } from '@codemirror/commands';
import { openSearchPanel, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, lineNumbers } from '@codemirror/view';
import type { ChangeRows } from '#core/output/codeDifference/changeRows.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { type CodeLanguage, codeLanguage } from '#ui/editor/codeLanguages.ts';
import { readOnlyCode } from '#ui/editor/readOnlyCode.ts';
import { replaceState } from '#ui/editor/replaceState.ts';
import { searchKeys } from '#ui/editor/searchKeys.ts';
import { changeMarks } from './changeMarks.ts';
import { foldedRows, unfoldAt } from './foldedRows.ts';

/** A read-only view of what an edit has changed, in one column. */
export interface ChangesView {
  show(rows: ChangeRows, language: CodeLanguage): void;
  /** Goes to the change after (1) or before (-1) the cursor; from the last to the first, and back. */
  goToChange(direction: 1 | -1): void;
  openSearch(): void;
  dispose: Dispose;
}

export function createChangesView(parent: HTMLElement, label: string): ChangesView {
  let rows: ChangeRows | null = null;
  const view = new EditorView({ parent });
  const go = (direction: 1 | -1) => {
    if (rows) goToChange(view, rows, direction);
    return true;
  };
  const keys: KeyBinding[] = [
    { key: 'F7', run: () => go(1), shift: () => go(-1), preventDefault: true },
  ];
  const common: Extension = [
    // What has changed in a long line must not be out of sight.
    EditorView.lineWrapping,
    search({ top: true }),
    // Without “Go to line”: rows are not the numbers that are shown.
    keymap.of([...keys, ...defaultKeymap, ...searchKeys]),
    readOnlyCode(label),
  ];
  return {
    show(next, language) {
      rows = next;
      const { lines } = next;
      const numbers = lineNumbers({ formatNumber: (row) => `${lines[row - 1] || ''}` });
      replaceState(
        view,
        EditorState.create({
          doc: next.text,
          extensions: [
            codeLanguage(language),
            numbers,
            changeMarks(next),
            foldedRows(next),
            common,
          ],
        }),
      );
    },
    goToChange: go,
    openSearch: () => void openSearchPanel(view),
    dispose: () => view.destroy(),
  };
}

function goToChange(view: EditorView, { changes }: ChangeRows, direction: 1 | -1): void {
  const { doc, selection } = view.state;
  const row = doc.lineAt(selection.main.head).number - 1;
  // Before the first move, the cursor is at the start, which may be a change itself.
  const isAtStart = selection.main.head === 0 && !view.hasFocus;
  const next =
    direction === 1
      ? (changes.find((change) => change > row || (isAtStart && change === row)) ?? changes[0])
      : (changes.findLast((change) => change < row) ?? changes.at(-1));
  if (next === undefined) return;
  const { from } = doc.line(next + 1);
  view.dispatch({
    selection: { anchor: from },
    effects: [unfoldAt(from), EditorView.scrollIntoView(from, { y: 'center' })],
  });
  view.focus();
}
