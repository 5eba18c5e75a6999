import { defaultKeymap } from '@codemirror/commands';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Dispose } from '#shared/disposer.ts';
import { cLikeOutputLanguage, spirvLanguage, wgslLanguage } from './languages.ts';
import { codeTheme } from './theme.ts';

/** `c-like` is HLSL, GLSL, Metal and CUDA. */
export type CodeLanguage = 'wgsl' | 'c-like' | 'spirv';

const LANGUAGES: Readonly<Record<CodeLanguage, Extension>> = {
  wgsl: wgslLanguage,
  'c-like': cLikeOutputLanguage,
  spirv: spirvLanguage,
};

/** A read-only, highlighted view of generated code. */
export interface CodeView {
  show(text: string, language: CodeLanguage): void;
  /** Breaks lines at the view's width, or lets them run on. */
  setWrapping(wraps: boolean): void;
  /** Opens the search panel and takes the focus there. */
  openSearch(): void;
  dispose: Dispose;
}

/** Generated code is read by the screenful, in a pane that is small. */
const denseText = EditorView.theme({ '.cm-scroller': { fontSize: '12px', lineHeight: '1.5' } });

export function createCodeView(parent: HTMLElement, label: string): CodeView {
  const extensions = [
    lineNumbers(),
    drawSelection(),
    search({ top: true }),
    keymap.of([...defaultKeymap, ...searchKeymap]),
    EditorState.readOnly.of(true),
    codeTheme,
    denseText,
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      tabindex: '0',
    }),
  ];
  const wrapping = new Compartment();
  const wrappingOf = (wraps: boolean): Extension => (wraps ? EditorView.lineWrapping : []);
  const view = new EditorView({
    parent,
    state: EditorState.create({ extensions: [extensions, wrapping.of([])] }),
  });
  let wraps = false;
  let shown: { readonly text: string; readonly language: CodeLanguage } | undefined;
  return {
    show(text, language) {
      if (shown?.text === text && shown.language === language) return;
      shown = { text, language };
      // A state of its own: replacing 150 KB within one would compare old and new decorations.
      view.setState(
        EditorState.create({
          doc: text,
          extensions: [LANGUAGES[language], extensions, wrapping.of(wrappingOf(wraps))],
        }),
      );
    },
    setWrapping(next) {
      wraps = next;
      view.dispatch({ effects: wrapping.reconfigure(wrappingOf(wraps)) });
    },
    openSearch: () => void openSearchPanel(view),
    dispose: () => view.destroy(),
  };
}
