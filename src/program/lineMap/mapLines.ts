import { assertNever } from '#shared/assertNever.ts';
import type { KnownTexts, LineMap, OutputCode } from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';
import { mapSpirv } from './mapSpirv.ts';
import { mapWgsl } from './mapWgsl.ts';

export interface MapRequest extends KnownTexts {
  readonly output: OutputCode;
  /**
   * The same program's code for the target of `relativeTarget`, one for each entry point; empty for
   * targets with directives.
   */
  readonly relatives: readonly OutputCode[];
}

/** Finds what each line of target code comes from. */
export function mapLines({ output, relatives, ...texts }: MapRequest): LineMap {
  switch (output.target) {
    case 'HLSL':
    case 'GLSL':
    case 'METAL':
    case 'CUDA':
      return mapDirectives(output.code, texts);
    case 'WGSL':
      return mapWgsl(output.code, relatives, texts);
    case 'SPIRV':
      return mapSpirv(output.code, relatives, texts);
    default:
      return assertNever(output.target);
  }
}
