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
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { acceptExtensions, addedExtensions } from './editorExtensions.ts';
import { folding } from './folding.ts';
import { slangLanguage } from './grammars/slang.ts';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { hoverKeys } from './hoverKeys.ts';
import type { LanguageService } from './languageService.ts';
import { onlyOrigin, originOf, origins, withOrigin } from './origin.ts';
import {
  goToNextProblem,
  type Problem,
  type ProblemCounts,
  problems,
  showProblems,
} from './problems.ts';
import { quickFixes } from './quickFixes.ts';
import { codeTheme } from './theme.ts';
import { typingOverLines } from './typingOverLines.ts';

/** Offsets: the selection's fixed side, the cursor, and the start of the first line in sight. */
interface EditorPlace {
  readonly anchor: number;
  readonly head: number;
  readonly top: number;
}

export interface SourceEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** Where to begin, as far as the text has it; null for the start. */
  readonly place: EditorPlace | null;
  /** A number of the opened text, such as {@link SourceEditor.open} gets. */
  readonly origin: number;
  /** Called when the cursor was moved or the text scrolled; `read` gives the place when called. */
  readonly onPlace: (read: () => EditorPlace) => void;
  /**
   * Called at each change; `read` gives the text as it is when it is called, `origin` is the number
   * of the opened text that it derives from.
   */
  readonly onEdit: (read: () => string, origin: number) => void;
  readonly onProblems: (counts: ProblemCounts) => void;
  /** Called after each change of the text. */
  readonly onBlank: (isBlank: boolean) => void;
  /** Its help is added once it is ready. */
  readonly language: LanguageService;
}

export interface SourceEditor {
  /** Selects the place, as far as the text still has it, brings it into sight and takes the focus. */
  reveal(place: { line: number; column: number; length: number }): void;
  /** Replaces the text, as one step that can be undone, and goes to the place, else to its start. */
  open(text: string, place: EditorPlace | null, origin: number): void;
  /** Shows the list of symbols, if the language server is there to make it. */
  openOutline(): void;
  goToNextProblem(): void;
  /** Shows what was found in exactly this text; nothing changes if the text is another by now. */
  showLints(text: string, lints: readonly Omit<Problem, 'related'>[]): void;
  dispose: Dispose;
}

/** The editor of the user's Slang source. */
export function createSourceEditor(options: SourceEditorOptions): SourceEditor {
  const { parent, text, place, origin, onEdit, onPlace, onProblems, onBlank, language } = options;
  const disposer = createDisposer();
  const assistance = new Compartment();
  const attributes = new Compartment();
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
        attributes.of([]),
        assistance.of([]),
        addedExtensions(),
        EditorView.contentAttributes.of({ 'aria-label': 'Shader source', tabindex: '0' }),
        EditorView.domEventHandlers({
          focus() {
            language.wanted();
            addAttributes();
          },
          pointerover: () => addAttributes(),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !opening) {
            onEdit(() => view.state.doc.toString(), originOf(update.state));
          }
          if (update.docChanged) onBlank(isBlank(update.state.doc));
          if (update.selectionSet) onPlace(readPlace);
        }),
        EditorView.domEventObservers({
          scroll(_event, scrolled) {
            // Out of sight, it has no height and stands at 0.
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
  const addAttributes = once(async () => {
    const loaded = await import('./attributes/attributes.ts');
    if (disposer.disposed) return;
    view.dispatch({ effects: attributes.reconfigure(loaded.attributes) });
  });
  disposer.add(
    whenReady(language, async () => {
      const loaded = await import('./assistance/assistance.ts');
      if (disposer.disposed) return;
      view.dispatch({ effects: assistance.reconfigure(loaded.assistance(language)) });
    }),
  );
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

/** A long text that is blank is taken for one that is not, so that no edit has to look through it. */
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
  // Above the first line there is a margin to see.
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

/** Alt and a click set another cursor; Shift, Alt and dragging select a rectangle. */
function severalCursors(): Extension {
  const isRectangle = (event: MouseEvent) => event.altKey && event.shiftKey && event.button === 0;
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
    rectangularSelection({ eventFilter: isRectangle }),
  ];
}

/** Calls `attach` at the first call. */
function once(attach: () => Promise<void>): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    attach().catch(warn);
  };
}

/** Without the code there is an editor all the same. */
function warn(error: unknown): void {
  console.warn('The code assistance could not be loaded.', error);
}

/** Calls `attach` once, when the server has become ready for the first time. */
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
