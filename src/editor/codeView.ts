import { defaultKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Dispose } from '#shared/disposer.ts';
import { cLikeOutputLanguage, spirvLanguage, wgslLanguage } from './languages.ts';
import { codeTheme } from './theme.ts';

/** `c-like` is HLSL, GLSL, Metal and CUDA. */
export type CodeLanguage = 'wgsl' | 'c-like' | 'spirv' | 'plain';

const LANGUAGES: Readonly<Record<CodeLanguage, Extension>> = {
  wgsl: wgslLanguage,
  'c-like': cLikeOutputLanguage,
  spirv: spirvLanguage,
  plain: [],
};

/** A read-only, highlighted view of generated code. */
export interface CodeView {
  show(text: string, language: CodeLanguage): void;
  dispose: Dispose;
}

export function createCodeView(parent: HTMLElement, label: string): CodeView {
  const language = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        drawSelection(),
        search({ top: true }),
        keymap.of([...defaultKeymap, ...searchKeymap]),
        EditorState.readOnly.of(true),
        language.of([]),
        codeTheme,
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
      ],
    }),
  });
  return {
    show(text, name) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        effects: language.reconfigure(LANGUAGES[name]),
        selection: { anchor: 0 },
      });
    },
    dispose: () => view.destroy(),
  };
}
