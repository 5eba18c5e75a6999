import type { KnownTexts, LineMap, OutputCode } from './lineMap.ts';

/** Aligns SPIR-V text, which has no `#line` directives, with the GLSL of the same program. */
export function mapSpirv(code: string, _glsl: readonly OutputCode[], _texts: KnownTexts): LineMap {
  return { files: [], origins: code.split('\n').map(() => null), functions: [] };
}
