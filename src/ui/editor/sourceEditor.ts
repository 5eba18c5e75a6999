import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { createDisposer, type Dispose, type Disposer } from '#core/util/disposer.ts';
import { addCommands } from '#ui/commands.ts';
import type { MenuItem } from '#ui/MenuItems.tsx';
import type { Anchor } from '#ui/useBeside.ts';
import { addRunStep } from '#workspace/runs/beforeRun.ts';
import { basics } from './basics.ts';
import { editorCommandKeys } from './editorCommands.ts';
import { acceptExtensions, addedExtensions, withAddedAnew } from './editorExtensions.ts';
import type { ProjectEditor } from './fileEdits.ts';
import { type ChangeListeners, type Changes, createChanges } from './files/changes.ts';
import { createFileTable, type FileTable, type ListedFile } from './files/fileTable.ts';
import { groupedHistory } from './files/groupedEdits.ts';
import { createJumps } from './files/jumps.ts';
import { createLaterExtensions } from './files/laterExtensions.ts';
import {
  type EditorPlace,
  type RevealedPlace,
  rangeOf,
  scrolledTo,
  selectionOf,
} from './files/place.ts';
import { createProjectEditor } from './files/projectEditor.ts';
import { formatOnRun } from './formatOnRun.ts';
import { goTo } from './goTo.ts';
import { slangLanguage } from './grammars/slang.ts';
import type { LanguageService } from './languageService.ts';
import { origins } from './origin.ts';
import type { Problem } from './problem.ts';
import { goToNextProblem, problems, showProblems } from './problems.ts';
import { quickFixes } from './quickFixes.ts';
import { codeTheme } from './theme.ts';

/** Where the cursor is: a one-based line, and a one-based column in UTF-16 units. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
}

export interface SourceEditorOptions extends ChangeListeners {
  readonly parent: HTMLElement;
  /** The main file. */
  readonly text: string;
  /** The files beside it, as in {@link SourceEditor.setFiles}. */
  readonly files: readonly ListedFile[];
  /** The id of the file in sight. */
  readonly shown: number;
  /** Its initial cursor and scroll position, limited to the text; null for the start. */
  readonly place: EditorPlace | null;
  /** The number of the opened text, as in {@link SourceEditor.open}. */
  readonly origin: number;
  /**
   * Called when the cursor moves or the text scrolls, and when another file is shown; `read` returns
   * the current place in the file in sight.
   */
  readonly onPlace: (read: () => EditorPlace) => void;
  /** Called when the cursor is at another place, or in another file. */
  readonly onCursor?: (cursor: Cursor) => void;
  /** The editor shows another file on its own, such as that of a definition. */
  readonly onShow: (id: number) => void;
  /** The editor adds the language server's help once the server is ready. */
  readonly language: LanguageService;
}

export interface SourceEditor extends Pick<ProjectEditor, 'applyEdits'> {
  /** Selects the place in the file in sight, limited to its text, scrolls to it and takes the focus. */
  reveal(place: RevealedPlace): void;
  /**
   * Replaces the main file's text in one undo step, and moves its cursor to the place, or to the
   * start.
   */
  open(text: string, place: EditorPlace | null, origin: number): void;
  /** The files beside the main file: added, removed, renamed, in another order. */
  setFiles(files: readonly ListedFile[]): void;
  /** Shows a file where it was left, or at the place. */
  show(id: number, place: EditorPlace | null): void;
  /** Writes a text into the empty main file, one undo step, with the cursor at the end of its last body. */
  begin(text: string): void;
  /** The text, to which the context menu belongs. */
  readonly content: HTMLElement;
  /** Moves the cursor to a point of the window, unless the selection is there; returns its line. */
  goToPoint(x: number, y: number): { readonly line: number; readonly isMain: boolean };
  /** Where the cursor is in the window; null if that is out of sight. */
  caret(): Anchor | null;
  /** What the context menu offers at the cursor. */
  menuItems(): Promise<readonly MenuItem[]>;
  goToNextProblem(): void;
  /** Shows the findings of exactly this text of a file. Does nothing if the text has changed since. */
  showLints(id: number, text: string, lints: readonly Omit<Problem, 'related'>[]): void;
  dispose: Dispose;
}

/** The editor of the user's Slang source: one view, and a state for each file of the project. */
export function createSourceEditor(options: SourceEditorOptions): SourceEditor {
  const disposer = createDisposer();
  const { view, table, project, changes, show } = createFiles(options, disposer);
  return {
    applyEdits: project.applyEdits,
    open: changes.open,
    setFiles(files) {
      table.setFiles([{ id: MAIN_FILE_ID, path: MAIN_FILE, text: '' }, ...files]);
      changes.count();
    },
    show(id, place) {
      if (place) table.setPlace(id, place);
      show(id);
    },
    reveal(place) {
      const { from, to } = rangeOf(view.state.doc, place);
      goTo(view, from, to);
    },
    begin(text) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.lastIndexOf('\n}') },
        userEvent: 'input.complete',
      });
      view.focus();
    },
    content: view.contentDOM,
    goToPoint(x, y) {
      const pos = view.posAtCoords({ x, y }, false);
      const { from, to, head } = view.state.selection.main;
      const isSelected = from <= pos && pos <= to;
      if (!isSelected) view.dispatch({ selection: { anchor: pos } });
      view.focus();
      const { number } = view.state.doc.lineAt(isSelected ? head : pos);
      return { line: number, isMain: table.shown().id === MAIN_FILE_ID };
    },
    caret() {
      const caret = view.coordsAtPos(view.state.selection.main.head);
      const box = caret && new DOMRect(caret.left, caret.top, 0, caret.bottom - caret.top);
      return box && { getBoundingClientRect: () => box };
    },
    async menuItems() {
      const { sourceMenuItems } = await import('./sourceMenu.ts');
      return sourceMenuItems(view, options.language);
    },
    goToNextProblem: () => void goToNextProblem(view),
    showLints(id, of, lints) {
      const file = table.get(id);
      if (disposer.disposed || !file || (lints.length === 0 && !file.isCreated)) return;
      if (file.doc.toString() !== of) return;
      const found = lints.map((lint) => ({ ...lint, related: [] }));
      showProblems(file, 'lints', found);
    },
    dispose: disposer.dispose,
  };
}

/** The view and the files' states. */
function createFiles(options: SourceEditorOptions, disposer: Disposer) {
  const { parent, text, files, shown, place, origin, language, onPlace, onShow, onCursor } =
    options;
  const jumps = createJumps();
  const later = createLaterExtensions(language, disposer, () => table.refresh());
  const changes = createChanges(options, jumps, () => table);
  const table = createFileTable(
    {
      createState: (file, doc, selection) =>
        EditorState.create({
          doc,
          selection,
          extensions: [
            project.extension,
            file.id === MAIN_FILE_ID ? origins(origin) : [],
            ofEveryFile(),
            later.of(file),
            addedExtensions({ isMain: file.id === MAIN_FILE_ID }),
            listening,
          ],
        }),
      missing: later.missing,
      prepare: withAddedAnew,
      onHiddenChange: changes.hidden,
    },
    { files: [{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...files], shown, place },
  );
  const placeChanged = () =>
    onPlace(() => ({ ...selectionOf(view.state), top: table.shown().top }));
  const listening = [
    listeners(table, changes, placeChanged),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) onCursor?.(cursorOf(update.state));
    }),
  ];
  const show = (id: number) => {
    const isOther = id !== table.shown().id && table.show(id);
    if (isOther) {
      placeChanged();
      onCursor?.(cursorOf(view.state));
    }
    return isOther;
  };
  const project = createProjectEditor(table, jumps, {
    current: () => ({ id: table.shown().id, pos: view.state.selection.main.head }),
    go(id, from, to = from) {
      if (show(id)) onShow(id);
      goTo(view, from, to);
    },
  });
  const { state, doc } = table.shown();
  const scroll = place && { scrollTo: scrolledTo(doc.length, place) };
  const view = new EditorView({ parent, state, ...scroll });
  table.attach(view);
  onCursor?.(cursorOf(view.state));
  disposer.add(() => view.destroy());
  disposer.add(acceptExtensions(view));
  disposer.add(addRunStep(() => formatOnRun(view)));
  disposer.add(
    addCommands(async () => {
      const { paletteCommands } = await import('./paletteCommands.ts');
      return paletteCommands(view, language);
    }),
  );
  later.start();
  return { view, table, project: project.editor, changes, show };
}

function ofEveryFile(): Extension {
  return [
    problems,
    quickFixes(),
    editorCommandKeys(),
    basics(),
    groupedHistory,
    slangLanguage,
    codeTheme,
    EditorView.contentAttributes.of({ 'aria-label': 'Shader source', tabindex: '0' }),
  ];
}

function listeners(table: FileTable, changes: Changes, placeChanged: () => void): Extension {
  return [
    EditorView.updateListener.of(({ view, transactions, selectionSet }) => {
      for (const transaction of transactions) changes.shown(view, transaction);
      if (selectionSet) placeChanged();
    }),
    EditorView.domEventObservers({
      scroll(_event, view) {
        // A hidden editor has no height and reports position 0.
        if (view.scrollDOM.clientHeight === 0) return;
        table.shown().top = view.lineBlockAtHeight(view.scrollDOM.scrollTop).from;
        placeChanged();
      },
    }),
  ];
}

function cursorOf({ doc, selection }: EditorState): Cursor {
  const { head } = selection.main;
  const { number, from } = doc.lineAt(head);
  return { line: number, column: head - from + 1 };
}
