import type { Extension } from '@codemirror/state';
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
