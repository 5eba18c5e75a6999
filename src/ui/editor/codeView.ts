import { defaultKeymap, history, undoSelection } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { openSearchPanel, search } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Dispose } from '#core/util/disposer.ts';
import { type CodeLanguage, codeLanguage } from './codeLanguages.ts';
import { lineDirectives, showDirectives } from './directives.ts';
import type { ExtensionSlot } from './extensionSlot.ts';
import { readOnlyCode } from './readOnlyCode.ts';
import { replaceState } from './replaceState.ts';
import { searchAndLineKeys } from './searchKeys.ts';
import { spirvIds } from './spirv/spirvIds.ts';

/** A read-only, highlighted view of generated code. */
export interface CodeView {
  show(text: string, language: CodeLanguage): void;
  /** Wraps lines at the view's width, or not. */
  setWrapping(wraps: boolean): void;
  /** Shows the `#line` directives, which are hidden at first, or hides them. */
  setDirectives(isShown: boolean): void;
  /** Opens the search panel and focuses it. */
  openSearch(): void;
  dispose: Dispose;
}

/** Goes back to the place before a jump or a click. */
const RETURN_KEY = [{ key: 'Mod-u', run: undoSelection, preventDefault: true }];

/** @param added what features add to this view */
export function createCodeView(
  parent: HTMLElement,
  label: string,
  added?: ExtensionSlot,
): CodeView {
  const extensions = [
    lineNumbers(),
    bracketMatching(),
    search({ top: true }),
    // Only of places, because the text is read-only.
    history(),
    keymap.of([...RETURN_KEY, ...defaultKeymap, ...searchAndLineKeys]),
    readOnlyCode(label),
  ];
  const wrapping = new Compartment();
  const wrappingOf = (wraps: boolean): Extension => (wraps ? EditorView.lineWrapping : []);
  const view = new EditorView({
    parent,
    state: EditorState.create({ extensions: [extensions, wrapping.of([])] }),
  });
  const stopAdding = added?.accept(view);
  let wraps = false;
  let showsDirectives = false;
  let shown: { readonly text: string; readonly language: CodeLanguage } | undefined;
  return {
    show(text, language) {
      if (shown?.text === text && shown.language === language) return;
      shown = { text, language };
      // A new state: replacing 150 KB in the old one would compare old and new decorations.
      replaceState(
        view,
        EditorState.create({
          doc: text,
          extensions: [
            codeLanguage(language),
            language === 'spirv' ? spirvIds : [],
            extensions,
            wrapping.of(wrappingOf(wraps)),
            lineDirectives(showsDirectives),
            added?.extensions() ?? [],
          ],
        }),
      );
    },
    setWrapping(next) {
      wraps = next;
      view.dispatch({ effects: wrapping.reconfigure(wrappingOf(wraps)) });
    },
    setDirectives(isShown) {
      showsDirectives = isShown;
      view.dispatch({ effects: showDirectives(isShown) });
    },
    openSearch: () => void openSearchPanel(view),
    dispose() {
      stopAdding?.();
      view.destroy();
    },
  };
}
