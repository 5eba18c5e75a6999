import { assertNever } from '#shared/assertNever.ts';
import type { LineMap, OutputCode, SourceTexts } from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';
import { mapSpirv } from './mapSpirv.ts';
import { mapWgsl } from './mapWgsl.ts';

export interface MapRequest {
  readonly output: OutputCode;
  /** The same program's code for the target of {@link relativeTarget}, one for each entry point. */
  readonly relatives: readonly OutputCode[];
  /** The project's files. */
  readonly sources: SourceTexts;
  /** The playground's modules by their names. */
  readonly libraries: SourceTexts;
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
