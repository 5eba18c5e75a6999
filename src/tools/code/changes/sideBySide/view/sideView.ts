import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { search, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { SideRows } from '#core/output/codeAlignment/alignment.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { type CodeLanguage, codeLanguage } from '#ui/editor/codeLanguages.ts';
import { readOnlyCode } from '#ui/editor/readOnlyCode.ts';
import { replaceState } from '#ui/editor/replaceState.ts';
import { searchKeys } from '#ui/editor/searchKeys.ts';
import { type LitRows, lit, setLitRows } from './litRows.ts';
import { pointing } from './pointing.ts';
import { type RowChange, rowMarks } from './rowMarks.ts';
import { codeBetween, numberOfRow } from './rowTexts.ts';

export interface SideContent {
  readonly rows: SideRows;
  readonly code: string;
  readonly language: CodeLanguage;
  /** How rows are marked that have no equal row on the other side. */
  readonly change: RowChange | null;
}

export interface SideViewEvents {
  /** The row under the pointer, or where the cursor has moved to; null if there is none. */
  onPoint(row: number | null): void;
  onShowPrelude(): void;
}

/** One of two outputs: read-only rows, all of the same height. */
export interface SideView {
  readonly scroller: HTMLElement;
  show(content: SideContent | null): void;
  light(rows: LitRows): void;
  /** The first row in sight; 0 at the top. */
  firstRow(): number;
  scrollToRow(row: number): void;
  dispose: Dispose;
}

const appearance = EditorView.theme({
  // Always there, so that both sides have the same height.
  '.cm-scroller': { overflowX: 'scroll', overscrollBehavior: 'contain' },
});

export function createSideView(
  parent: HTMLElement,
  label: string,
  events: SideViewEvents,
): SideView {
  const view = new EditorView({ parent });
  const general = basics(label, events);
  keepEscape(view);
  return {
    scroller: view.scrollDOM,
    show(content) {
      const doc = content?.rows.text ?? '';
      const extensions = content ? [partsOf(content, events), general] : general;
      // A new state: replacing a long text in the old one would compare old and new decorations.
      replaceState(view, EditorState.create({ doc, extensions }));
    },
    light: (rows) => view.dispatch({ effects: setLitRows.of(rows) }),
    firstRow() {
      const { scrollTop } = view.scrollDOM;
      if (scrollTop === 0) return 0;
      const { from } = view.lineBlockAtHeight(scrollTop - view.documentPadding.top);
      return view.state.doc.lineAt(from).number - 1;
    },
    scrollToRow(row) {
      const { from } = view.state.doc.line(row + 1);
      const effects = EditorView.scrollIntoView(from, { y: 'start', yMargin: 0, x: 'nearest' });
      view.dispatch({ effects });
    },
    dispose: () => view.destroy(),
  };
}

function basics(label: string, { onPoint }: SideViewEvents): Extension {
  return [
    bracketMatching(),
    search(),
    // Without “Go to line”: rows are not the numbers that are shown.
    keymap.of([...defaultKeymap, ...searchKeys]),
    readOnlyCode(label),
    appearance,
    lit,
    pointing(onPoint),
  ];
}

function partsOf(content: SideContent, { onShowPrelude }: SideViewEvents): Extension {
  const { rows, language, change } = content;
  return [
    codeLanguage(language),
    lineNumbers({ formatNumber: (number) => numberOfRow(rows, number - 1) }),
    rowMarks(rows, { change, onShowPrelude }),
    EditorView.clipboardOutputFilter.of((text, state) => copiedCode(content, state) ?? text),
  ];
}

/** The exact code of what is selected; null if nothing is, so that the line is copied. */
function copiedCode({ rows, code }: SideContent, { doc, selection }: EditorState): string | null {
  const { from, to, empty } = selection.main;
  if (empty) return null;
  const placeOf = (position: number) => {
    const line = doc.lineAt(position);
    return { row: line.number - 1, column: position - line.from };
  };
  return codeBetween(rows, code, placeOf(from), placeOf(to));
}

/** Escape closes the search; only if there is none it reaches the dialog. */
function keepEscape(view: EditorView): void {
  let closesSearch = false;
  const before = ({ key }: KeyboardEvent) => {
    closesSearch = key === 'Escape' && searchPanelOpen(view.state);
  };
  view.dom.addEventListener('keydown', before, { capture: true });
  view.dom.addEventListener('keydown', (event) => {
    if (closesSearch) event.stopPropagation();
  });
}
