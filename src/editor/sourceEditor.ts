import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { createDisposer, type Dispose, type Disposer } from '#shared/disposer.ts';
import { acceptExtensions, addedExtensions } from './editorExtensions.ts';
import { folding } from './folding.ts';
import { slangLanguage } from './grammars/slang.ts';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { hoverKeys } from './hoverKeys.ts';
import type { LanguageService } from './languageService.ts';
import { onlyOrigin, originOf, origins, withOrigin } from './origin.ts';
import type { Problem } from './problem.ts';
import { goToNextProblem, type ProblemCounts, problems, showProblems } from './problems.ts';
import { quickFixes } from './quickFixes.ts';
import { codeTheme } from './theme.ts';
import { typingOverLines } from './typingOverLines.ts';

/** Offsets: the selection's fixed side, the cursor, and the start of the first visible line. */
interface EditorPlace {
  readonly anchor: number;
  readonly head: number;
  readonly top: number;
}

/** Line and column count from 1. */
interface RevealedPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface SourceEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The initial cursor and scroll position, limited to the text; null for the start. */
  readonly place: EditorPlace | null;
  /** The number of the opened text, as in {@link SourceEditor.open}. */
  readonly origin: number;
  /** Called when the cursor moves or the text scrolls; `read` returns the current place. */
  readonly onPlace: (read: () => EditorPlace) => void;
  /**
   * Called at each change; `read` returns the current text, and `origin` is the number of the opened
   * text that it derives from.
   */
  readonly onEdit: (read: () => string, origin: number) => void;
  readonly onProblems: (counts: ProblemCounts) => void;
  /** Called after each change of the text. */
  readonly onBlank: (isBlank: boolean) => void;
  /** The editor adds the language server's help once the server is ready. */
  readonly language: LanguageService;
}

export interface SourceEditor {
  /** Selects the place, limited to the current text, scrolls to it and focuses the editor. */
  reveal(place: RevealedPlace): void;
  /** Replaces the text in one undo step, and moves the cursor to the place, or to the start. */
  open(text: string, place: EditorPlace | null, origin: number): void;
  /** Shows the list of symbols, if the language server is ready. */
  openOutline(): void;
  goToNextProblem(): void;
  /** Shows the findings of exactly this text. Does nothing if the text has changed since. */
  showLints(text: string, lints: readonly Omit<Problem, 'related'>[]): void;
  dispose: Dispose;
}

/** The editor of the user's Slang source. */
export function createSourceEditor(options: SourceEditorOptions): SourceEditor {
  const { parent, text, place, origin, onEdit, onPlace, onProblems, onBlank, language } = options;
  const disposer = createDisposer();
  const help = helpLoadedLater(language, disposer);
  let opening = false;
  let top = place?.top ?? 0;
  const readPlace = () => ({ ...selectionOf(view), top });
  const view = new EditorView({
    parent,
    ...(place && { scrollTo: scrolledTo(text.length, place) }),
    state: EditorState.create({
      doc: text,
      ...(place && { selection: within(text.length, place) }),
      extensions: [
        origins(origin),
        problems(onProblems),
        quickFixes(),
        basics(),
        slangLanguage,
        codeTheme,
        help.extension,
        addedExtensions(),
        EditorView.contentAttributes.of({ 'aria-label': 'Shader source', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !opening) {
            onEdit(() => view.state.doc.toString(), originOf(update.state));
          }
          if (update.docChanged) onBlank(isBlank(update.state.doc));
          if (update.selectionSet) onPlace(readPlace);
        }),
        EditorView.domEventObservers({
          scroll(_event, scrolled) {
            // A hidden editor has no height and reports position 0.
            if (scrolled.scrollDOM.clientHeight === 0) return;
            top = scrolled.lineBlockAtHeight(scrolled.scrollDOM.scrollTop).from;
            onPlace(readPlace);
          },
        }),
      ],
    }),
  });
  disposer.add(() => view.destroy());
  disposer.add(acceptExtensions(view));
  help.attach(view);
  return {
    open(next, at, from) {
      if (next === view.state.doc.toString()) return view.dispatch(onlyOrigin(from));
      opening = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: at ? within(next.length, at) : { anchor: 0 },
        effects: [scrolledTo(next.length, at ?? { top: 0 }), withOrigin(from)],
        annotations: isolateHistory.of('full'),
      });
      opening = false;
    },
    reveal: (place) => reveal(view, place),
    openOutline() {
      void import('./assistance/outline.ts').then(({ openOutline }) => openOutline(view));
    },
    goToNextProblem: () => void goToNextProblem(view),
    showLints(of, lints) {
      if (disposer.disposed || view.state.doc.toString() !== of) return;
      showProblems(
        view,
        'lints',
        lints.map((lint) => ({ ...lint, related: [] })),
      );
    },
    dispose: disposer.dispose,
  };
}

/**
 * The extensions whose code is loaded later: the attributes' at first use of the editor, the
 * language server's once the server is ready.
 */
function helpLoadedLater(language: LanguageService, disposer: Disposer) {
  const assistance = new Compartment();
  const attributes = new Compartment();
  const addAttributes = once(async (view) => {
    const loaded = await import('./attributes/attributes.ts');
    if (disposer.disposed) return;
    view.dispatch({ effects: attributes.reconfigure(loaded.attributes) });
  });
  const addAssistance = async (view: EditorView) => {
    const loaded = await import('./assistance/assistance.ts');
    if (disposer.disposed) return;
    view.dispatch({ effects: assistance.reconfigure(loaded.assistance(language)) });
  };
  const extension: Extension = [
    attributes.of([]),
    assistance.of([]),
    EditorView.domEventHandlers({
      focus(_event, view) {
        language.wanted();
        addAttributes(view);
      },
      pointerover: (_event, view) => addAttributes(view),
    }),
  ];
  return {
    extension,
    attach: (view: EditorView) => disposer.add(whenReady(language, () => addAssistance(view))),
  };
}

function reveal(view: EditorView, { line, column, length }: RevealedPlace): void {
  const { doc } = view.state;
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  const head = Math.min(from + length, at.to);
  view.dispatch({
    selection: { anchor: from, head },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  });
  view.focus();
}

/** Treats a long blank text as not blank, so that an edit does not scan all of it. */
function isBlank(doc: Text): boolean {
  return doc.length < 1000 && doc.toString().trim() === '';
}

function selectionOf(view: EditorView): { anchor: number; head: number } {
  const { anchor, head } = view.state.selection.main;
  return { anchor, head };
}

function within(length: number, { anchor, head }: Omit<EditorPlace, 'top'>) {
  return { anchor: Math.min(anchor, length), head: Math.min(head, length) };
}

function scrolledTo(length: number, { top }: Pick<EditorPlace, 'top'>) {
  // Show the margin above the first line.
  const yMargin = top === 0 ? 16 : 0;
  return EditorView.scrollIntoView(Math.min(top, length), { y: 'start', yMargin });
}

/** What a text editor does without knowing the language. */
function basics(): Extension {
  return [
    lineNumbers(),
    hiddenCharacters,
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    folding(),
    drawSelection(),
    severalCursors(),
    indentOnInput(),
    indentUnit.of('    '),
    bracketMatching(),
    closeBrackets(),
    typingOverLines,
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([
      ...hoverKeys,
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
  ];
}

/** Alt+click sets another cursor; Shift+Alt+drag selects a rectangle. */
function severalCursors(): Extension {
  const isRectangle = (event: MouseEvent) => event.altKey && event.shiftKey && event.button === 0;
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
    rectangularSelection({ eventFilter: isRectangle }),
  ];
}

/** Calls `attach` on the first call only. */
function once(attach: (view: EditorView) => Promise<void>): (view: EditorView) => void {
  let done = false;
  return (view) => {
    if (done) return;
    done = true;
    attach(view).catch(warn);
  };
}

/** The editor works without the code that failed to load. */
function warn(error: unknown): void {
  console.warn('The code assistance could not be loaded.', error);
}

/** Calls `attach` once, when the server is ready for the first time. */
function whenReady(language: LanguageService, attach: () => Promise<void>): Dispose {
  let done = false;
  const look = () => {
    if (done || language.state().kind !== 'ready') return;
    done = true;
    attach().catch(warn);
  };
  const unsubscribe = language.subscribe(look);
  look();
  return unsubscribe;
}
