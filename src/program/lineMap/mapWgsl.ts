import type { LineMap, OutputCode } from './lineMap.ts';
import type { KnownTexts } from './mapDirectives.ts';

/** Aligns WGSL, which has no `#line` directives, with the HLSL of the same program. */
export function mapWgsl(code: string, _hlsl: readonly OutputCode[], _texts: KnownTexts): LineMap {
  return { files: [], origins: code.split('\n').map(() => null), functions: [] };
}
