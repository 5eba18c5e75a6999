import { invertedEffects, isolateHistory } from '@codemirror/commands';
import {
  type ChangeDesc,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import { createDisposer, type Dispose, type Disposer } from '#core/util/disposer.ts';
import { chosen } from '#engine/storage/settings.ts';
import { addCommands } from '#ui/commands.ts';
import { createFileTable, type FileTable, type ListedFile } from '#ui/editor/files/fileTable.ts';
import { applyGroup, followGroup, groupedHistory } from '#ui/editor/files/groupedEdits.ts';
import { createLaterExtensions } from '#ui/editor/files/laterExtensions.ts';
import {
  type EditorPlace,
  type RevealedPlace,
  rangeOf,
  scrolledTo,
  selectionOf,
  within,
} from '#ui/editor/files/place.ts';
import { slangLanguage } from '#ui/editor/grammars/slang.ts';
import type { MenuItem } from '#ui/MenuItems.tsx';
import type { Anchor } from '#ui/useBeside.ts';
import { addRunStep } from '#workspace/runs/beforeRun.ts';
import { basics } from './basics.ts';
import { editorCommandKeys } from './editorCommands.ts';
import { acceptExtensions, addedExtensions, withAddedAnew } from './editorExtensions.ts';
import { type EditedFile, type ProjectEditor, projectEditor } from './fileEdits.ts';
import { goTo } from './goTo.ts';
import type { LanguageService } from './languageService.ts';
import type { Problem } from './problem.ts';
import {
  countProblems,
  goToNextProblem,
  type ProblemCounts,
  problems,
  problemsChanged,
  showProblems,
} from './problems.ts';
import { quickFixes } from './quickFixes.ts';
import { codeTheme } from './theme.ts';

/** The cursor's position: a one-based line, and a one-based column in UTF-16 units. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
}

interface SourceEditorOptions extends ChangeListeners {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The other files, as in {@link SourceEditor.setFiles}. */
  readonly files: readonly ListedFile[];
  readonly shown: number;
  /** The initial cursor and scroll position, limited to the text; null for the start. */
  readonly place: EditorPlace | null;
  /** The number of the opened text, as in {@link SourceEditor.open}. */
  readonly origin: number;
  /**
   * Called when the cursor moves, the text scrolls or another file is shown; `read` returns the
   * current place in the visible file.
   */
  readonly onPlace: (read: () => EditorPlace) => void;
  /** Called when the cursor moves, or when another file is shown. */
  readonly onCursor?: (cursor: Cursor) => void;
  /** Called when the editor itself switches to another file, for example to show a definition. */
  readonly onShow: (id: number) => void;
  /** Provides the language server; the editor adds its features once the server is ready. */
  readonly language: LanguageService;
}

export interface SourceEditor extends Pick<ProjectEditor, 'applyEdits'> {
  /**
   * Selects the place in the visible file, limited to its text, scrolls to it and focuses the
   * editor.
   */
  reveal(place: RevealedPlace): void;
  /**
   * Replaces the main file's text in one undo step, and moves the cursor to the place, or to the
   * start if it is null.
   */
  open(text: string, place: EditorPlace | null, origin: number): void;
  /** Sets the files other than the main file; it adds, removes, renames and reorders them. */
  setFiles(files: readonly ListedFile[]): void;
  /** Shows a file at the place, or where the user left it if that is null. */
  show(id: number, place: EditorPlace | null): void;
  /**
   * Writes a text into the empty main file as one undo step, with the cursor at the end of the last
   * body.
   */
  begin(text: string): void;
  /** The editable element, which has the context menu. */
  readonly content: HTMLElement;
  /**
   * Moves the cursor to a point of the window, unless that point is selected; returns the cursor's
   * line.
   */
  goToPoint(x: number, y: number): { readonly line: number };
  /** The cursor's rectangle in the window; null if it is not visible. */
  caret(): Anchor | null;
  menuItems(): Promise<readonly MenuItem[]>;
  goToNextProblem(): void;
  /** Shows the lints of a file, unless its text differs from `text`. */
  showLints(id: number, text: string, lints: readonly Omit<Problem, 'related'>[]): void;
  dispose: Dispose;
}

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
      return { line: number };
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

/** Formats the visible file if the user has chosen format on run; null if not. */
export function formatOnRun(view: EditorView): Promise<void> | null {
  if (chosen('formatOnRun') === 'off') return null;
  return import('#ui/editor/formatting/formatting.ts').then(({ formatBeforeRun }) =>
    formatBeforeRun(view),
  );
}

interface Navigation {
  current(): JumpPlace;
  go(id: number, from: number, to?: number): void;
}

/** The project for code in the editor, and the keys that go back and forth between jumps. */
export function createProjectEditor(
  table: FileTable,
  jumps: Jumps,
  { current, go }: Navigation,
): { readonly editor: ProjectEditor; readonly extension: Extension } {
  // Skips places whose file has been removed.
  const goBy = (next: Jumps['back']) => () => {
    let place = next(current());
    while (place && !table.get(place.id)) place = next(current());
    if (place) go(place.id, place.pos);
  };
  const editor: ProjectEditor = {
    files: table.files,
    shownFile: () => table.shown().id,
    open(id, from, to) {
      if (!table.get(id)) return;
      jumps.left(current());
      go(id, from, to);
    },
    goBack: goBy(jumps.back),
    goForward: goBy(jumps.forward),
    applyEdits: (edits, label, rename) => applyGroup(table.files(), edits, label, rename),
    subscribe: table.subscribe,
  };
  // Even without a place to go to, the key must not leave the page.
  const press = (go: () => void) => () => {
    go();
    return true;
  };
  const keys = keymap.of([
    { key: 'Alt-ArrowLeft', mac: 'Ctrl--', run: press(editor.goBack), preventDefault: true },
    { key: 'Alt-ArrowRight', mac: 'Ctrl-_', run: press(editor.goForward), preventDefault: true },
  ]);
  return { editor, extension: [projectEditor.of(editor), keys] };
}

interface ChangeListeners {
  /**
   * Called after each change of the main file; `read` returns its current text, and `origin` is the
   * number of the opened text that it derives from.
   */
  readonly onEdit: (read: () => string, origin: number) => void;
  /** Like `onEdit`, for another file, visible or hidden. */
  readonly onFileEdit: (id: number, read: () => string) => void;
  /** Called when undo or redo of a group of edits must also rename a file. */
  readonly onRename?: (id: number, path: string) => void;
  readonly onProblems: (counts: ProblemCounts) => void;
  readonly onBlank: (isBlank: boolean) => void;
}

/** Handles changes of files and replaces the main file's text. */
type Changes = ReturnType<typeof createChanges>;

export function createChanges(
  { onEdit, onFileEdit, onRename, onProblems, onBlank }: ChangeListeners,
  jumps: Jumps,
  table: () => FileTable,
) {
  let opening = false;
  const count = () => onProblems(countProblems(table().states()));
  const hidden = (file: EditedFile, transaction: Transaction) => {
    const { docChanged, changes, state } = transaction;
    const isMain = file.id === MAIN_FILE_ID;
    if (docChanged) jumps.moved(file.id, changes);
    if (docChanged && isMain) onBlank(isBlank(state.doc));
    if (docChanged && !opening) {
      const read = () => file.doc.toString();
      if (isMain) onEdit(read, originOf(state));
      else onFileEdit(file.id, read);
    }
    if (problemsChanged(transaction)) count();
  };
  return {
    hidden,
    count,
    shown(view: Pick<EditorView, 'dispatch'>, transaction: Transaction) {
      const file = table().shown();
      if (transaction.docChanged) file.edited(transaction.changes);
      hidden(file, transaction);
      const group = followGroup(file.id, transaction, table().files(), table().apply);
      if (group?.rename) onRename?.(group.rename.id, group.rename.path);
      if (!group || group.done === group.all) return;
      const note = `Changed ${group.done} of ${group.all} files: the others were edited since.`;
      view.dispatch({ effects: EditorView.announce.of(note) });
    },
    open(text: string, place: EditorPlace | null, origin: number) {
      const main = table().get(MAIN_FILE_ID);
      if (!main) return;
      if (text === main.doc.toString()) return main.dispatch(onlyOrigin(origin));
      opening = true;
      main.dispatch({
        changes: { from: 0, to: main.doc.length, insert: text },
        selection: place ? within(text.length, place) : { anchor: 0 },
        effects: [scrolledTo(text.length, place ?? { top: 0 }), withOrigin(origin)],
        annotations: isolateHistory.of('full'),
      });
      opening = false;
      if (table().shown().id !== main.id) {
        table().setPlace(main.id, place ?? { anchor: 0, head: 0, top: 0 });
      }
    },
  };
}

/** Treats a long blank text as not blank, so that an edit does not scan all of it. */
function isBlank(doc: Text): boolean {
  return doc.length < 1000 && doc.toString().trim() === '';
}

const changed = StateEffect.define<number>();

const field = StateField.define<number>({
  create: () => 0,
  update: (origin, { effects }) => effects.find((effect) => effect.is(changed))?.value ?? origin,
});

/**
 * The number of the opened text that the current text derives from. Edits keep it; undo restores it
 * together with the text.
 */
export function originOf(state: EditorState): number {
  return state.field(field);
}

export function origins(first: number): Extension {
  const inverted = ({ effects, startState }: Transaction) =>
    effects.some((effect) => effect.is(changed)) ? [changed.of(originOf(startState))] : [];
  return [field.init(() => first), invertedEffects.of(inverted)];
}

/** Must be part of the transaction that opens the text. */
export function withOrigin(origin: number): StateEffect<number> {
  return changed.of(origin);
}

/** For the same text opened from elsewhere. This is not an undo step. */
export function onlyOrigin(origin: number): TransactionSpec {
  return { effects: withOrigin(origin), annotations: Transaction.addToHistory.of(false) };
}

interface JumpPlace {
  readonly id: number;
  readonly pos: number;
}

const MOST = 50;

/** The places that jumps started from, so that the user can go back and forth. */
type Jumps = ReturnType<typeof createJumps>;

export function createJumps() {
  let before: JumpPlace[] = [];
  let after: JumpPlace[] = [];
  const go = (from: JumpPlace[], to: JumpPlace[], current: JumpPlace) => {
    const place = from.pop() ?? null;
    if (place) to.push(current);
    return place;
  };
  return {
    /** Called when the user jumps away from the place. */
    left(place: JumpPlace) {
      const last = before.at(-1);
      after = [];
      if (last?.id === place.id && last.pos === place.pos) return;
      before = [...before, place].slice(-MOST);
    },
    /** The place to go back to; null if there is none. */
    back: (current: JumpPlace): JumpPlace | null => go(before, after, current),
    forward: (current: JumpPlace): JumpPlace | null => go(after, before, current),
    /** Maps the file's places through an edit. */
    moved(id: number, changes: ChangeDesc) {
      const move = (place: JumpPlace) =>
        place.id === id ? { id, pos: changes.mapPos(place.pos) } : place;
      before = before.map(move);
      after = after.map(move);
    },
  };
}
