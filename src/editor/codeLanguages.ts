import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { cudaLanguage } from './grammars/cuda.ts';
import { glslLanguage } from './grammars/glsl.ts';
import { hlslLanguage } from './grammars/hlsl.ts';
import { metalLanguage } from './grammars/metal.ts';
import { spirvLanguage } from './grammars/spirv.ts';
import { wgslLanguage } from './grammars/wgsl.ts';

export type CodeLanguage = 'cuda' | 'glsl' | 'hlsl' | 'metal' | 'spirv' | 'wgsl';

/** The highlighting of target code. */
export const CODE_LANGUAGES: Readonly<Record<CodeLanguage, Extension>> = {
  cuda: cudaLanguage,
  glsl: glslLanguage,
  hlsl: hlslLanguage,
  metal: metalLanguage,
  spirv: spirvLanguage,
  wgsl: wgslLanguage,
};

/** Users read generated code page by page, in a small pane. */
export const denseText = EditorView.theme({
  '.cm-scroller': { fontSize: '0.75rem', lineHeight: '1.5' },
});
