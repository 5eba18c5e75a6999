import { completionStatus } from '@codemirror/autocomplete';
import {
  type ChangeDesc,
  type EditorState,
  type StateEffect,
  Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Dispose } from '#core/util/disposer.ts';
import type { EditedFile } from '#ui/editor/fileEdits.ts';
import { type EditorPlace, scrolledTo, within } from './place.ts';

export interface ListedFile {
  readonly id: number;
  readonly path: string;
  /** The text at opening or creation; the table has the current one. */
  readonly text: string;
}

export type FilesView = Pick<
  EditorView,
  'state' | 'setState' | 'dispatch' | 'scrollSnapshot' | 'coordsAtPos'
> & { readonly scrollDOM: Pick<HTMLElement, 'clientHeight'> };

interface FileTableOptions {
  createState(
    file: Pick<EditedFile, 'id' | 'path'>,
    doc: Text,
    selection: Omit<EditorPlace, 'top'>,
  ): EditorState;
  /** The effects that add missing extensions to a file's state; none if it has them all. */
  missing(
    state: EditorState,
    file: Pick<EditedFile, 'id' | 'path'>,
  ): readonly StateEffect<unknown>[];
  /** Called with a state that is about to be shown; returns the state to show. */
  prepare(state: EditorState): EditorState;
  onHiddenChange(file: EditedFile, transaction: Transaction): void;
}

interface ShownFile extends EditedFile {
  /** Offset of the start of the first visible line. */
  top: number;
  /** Maps the places that the entry keeps through an edit. */
  edited(changes: ChangeDesc): void;
}

/** One state per file; the view holds the visible file's. */
export interface FileTable {
  /** Sets the view, which shows the visible file from the start. */
  attach(view: FilesView): void;
  shown(): ShownFile;
  get(id: number): EditedFile | undefined;
  files(): readonly EditedFile[];
  states(): readonly EditorState[];
  /**
   * The first is the main file, which always exists. An id keeps its text and state, even if the
   * file is renamed.
   */
  setFiles(files: readonly ListedFile[]): void;
  /** Shows another file where the user left it; false if no file has the id. */
  show(id: number): boolean;
  /** Sets where a hidden file will be shown. */
  setPlace(id: number, place: EditorPlace): void;
  apply(id: number, transaction: Transaction): void;
  /** Adds to the visible file the extensions that have loaded since. */
  refresh(): void;
  /** Calls `listener` after each change of the list or of a hidden file's text. */
  subscribe(listener: () => void): Dispose;
}

class FileEntry implements ShownFile {
  readonly id: number;
  path: string;
  private readonly opened: string;
  top: number;
  /** Null until the state is first needed. */
  saved: EditorState | null = null;
  scroll: StateEffect<unknown> | null;
  private readonly table: EntryTable;
  private text: Text | null = null;
  private selection: Omit<EditorPlace, 'top'> = { anchor: 0, head: 0 };

  constructor(table: EntryTable, { id, path, text }: ListedFile) {
    this.table = table;
    this.id = id;
    this.path = path;
    this.opened = text;
    this.top = 0;
    this.scroll = null;
  }

  get doc(): Text {
    const state = this.table.viewed(this)?.state ?? this.saved;
    if (state) return state.doc;
    this.text ??= Text.of(this.opened.split(/\r\n?|\n/));
    return this.text;
  }

  get isCreated(): boolean {
    return this.saved !== null || this.table.viewed(this) !== null;
  }

  get state(): EditorState {
    const view = this.table.viewed(this);
    if (view) return view.state;
    const { options } = this.table;
    this.saved ??= options.createState(this, this.doc, within(this.doc.length, this.selection));
    const effects = options.missing(this.saved, this);
    if (effects.length > 0) this.saved = this.saved.update({ effects }).state;
    return this.saved;
  }

  dispatch(...specs: TransactionSpec[]): void {
    const view = this.table.viewed(this);
    if (view) view.dispatch(...specs);
    else this.applyHidden(this.state.update(...specs));
  }

  apply(transaction: Transaction): void {
    const view = this.table.viewed(this);
    if (view) view.dispatch(transaction);
    else this.applyHidden(transaction);
  }

  place({ anchor, head, top }: EditorPlace): void {
    const { length } = this.doc;
    if (this.saved) this.dispatch({ selection: within(length, { anchor, head }) });
    else this.selection = { anchor, head };
    this.top = Math.min(top, length);
    this.scroll = scrolledTo(length, { top });
  }

  edited(changes: ChangeDesc): void {
    this.scroll = this.scroll?.map(changes) ?? null;
    this.top = changes.mapPos(this.top);
  }

  private applyHidden(transaction: Transaction): void {
    const { changes, docChanged, state } = transaction;
    this.saved = state;
    if (docChanged) this.edited(changes);
    this.table.options.onHiddenChange(this, transaction);
    if (docChanged) this.table.tell();
  }
}

interface EntryTable {
  readonly options: FileTableOptions;
  /** The view, if the file is visible. */
  viewed(entry: FileEntry): FilesView | null;
  tell(): void;
}

/**
 * Ends pending work of CodeMirror on the view's state, which would otherwise continue on the next
 * state.
 */
function endPlans(view: FilesView): void {
  const { selection } = view.state;
  if (completionStatus(view.state) !== null) {
    // Also drops requests and timers; `closeCompletion` would only close the list.
    view.dispatch({ selection, annotations: Transaction.addToHistory.of(false) });
  }
  // Runs pending measurements now, such as a tooltip's position, because they refer to this text.
  view.coordsAtPos(0);
}

/** @param first the files, the main file first, and the id and place of the visible one */
export function createFileTable(
  options: FileTableOptions,
  first: {
    readonly files: readonly ListedFile[];
    readonly shown: number;
    readonly place: EditorPlace | null;
  },
): FileTable {
  const listeners = new Set<() => void>();
  let view: FilesView | null = null;
  const table: EntryTable = {
    options,
    viewed: (entry) => (entry === shown ? view : null),
    tell() {
      for (const listener of [...listeners]) listener();
    },
  };
  let list = first.files.map((file) => new FileEntry(table, file));
  const find = (id: number) => list.find((entry) => entry.id === id);
  const [main] = list;
  if (!main) throw new Error('A project has a main file.');
  let shown = find(first.shown) ?? main;
  if (first.place) shown.place(first.place);

  const show = (entry: FileEntry) => {
    if (entry === shown || !view) return;
    endPlans(view);
    shown.saved = view.state;
    // A hidden editor does not know its scroll position.
    if (view.scrollDOM.clientHeight > 0) shown.scroll = view.scrollSnapshot();
    const { state } = entry;
    shown = entry;
    view.setState(options.prepare(state));
    view.dispatch({ effects: entry.scroll ?? scrolledTo(state.doc.length, { top: 0 }) });
  };
  const refresh = () => {
    const effects = view ? options.missing(view.state, shown) : [];
    if (effects.length > 0) view?.dispatch({ effects });
  };
  return {
    attach(attached) {
      view = attached;
    },
    shown: () => shown,
    get: find,
    files: () => list,
    states: () => list.flatMap((entry) => table.viewed(entry)?.state ?? entry.saved ?? []),
    setFiles(files) {
      const wanted = files.map((file) => {
        const entry = find(file.id) ?? new FileEntry(table, file);
        entry.path = file.path;
        return entry;
      });
      if (!wanted.includes(shown)) show(main);
      list = wanted;
      refresh();
      table.tell();
    },
    show(id) {
      const entry = find(id);
      if (entry) show(entry);
      return entry !== undefined;
    },
    setPlace: (id, place) => find(id)?.place(place),
    apply: (id, transaction) => find(id)?.apply(transaction),
    refresh,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
