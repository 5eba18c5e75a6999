import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import type { Dispose } from '#shared/disposer.ts';
import { slangLanguage } from './languages.ts';
import { codeTheme } from './theme.ts';

export interface SourceEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** Called at each change; `read` gives the text as it is when it is called. */
  readonly onEdit: (read: () => string) => void;
}

export interface SourceEditor {
  /** Selects the place, as far as the text still has it, brings it into sight and takes the focus. */
  reveal(place: { line: number; column: number; length: number }): void;
  /** Replaces the text, as one step that can be undone, and puts the cursor at its start. */
  open(text: string): void;
  dispose: Dispose;
}

/** The editor of the user's Slang source. */
export function createSourceEditor({ parent, text, onEdit }: SourceEditorOptions): SourceEditor {
  let opening = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        rectangularSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentOnInput(),
        indentUnit.of('    '),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        search({ top: true }),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        slangLanguage,
        codeTheme,
        EditorView.contentAttributes.of({ 'aria-label': 'Shader source', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !opening) onEdit(() => view.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    open(next) {
      if (next === view.state.doc.toString()) return;
      opening = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: 0 },
        scrollIntoView: true,
      });
      opening = false;
    },
    reveal({ line, column, length }) {
      const { doc } = view.state;
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const from = Math.min(at.from + column - 1, at.to);
      const head = Math.min(from + length, at.to);
      view.dispatch({
        selection: { anchor: from, head },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    dispose: () => view.destroy(),
  };
}
