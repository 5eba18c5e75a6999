import { addParts } from './addParts.ts';
import { addAttributes, attributesInCode } from './attributeCode.ts';
import { createFolding } from './foldedLines.ts';
import type { LineMap, MainOrigins, MapRequest } from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';
import { mapSpirv } from './mapSpirv.ts';
import { mapWgsl } from './mapWgsl.ts';

/** Finds what each line of target code comes from. */
export function mapLines({ output, relatives, ...texts }: MapRequest): LineMap {
  const withParts = (map: MainOrigins) => {
    const found = attributesInCode(output.code.split('\n'), map.functions);
    const parts = addParts(map, texts, (code) => createFolding(output.code, code));
    return addAttributes(parts, texts, found);
  };
  switch (output.target) {
    case 'WGSL':
      return withParts(mapWgsl(output.code, relatives, texts));
    case 'SPIRV':
      return mapSpirv(output.code, relatives, texts);
    default:
      return withParts(mapDirectives(output.code, texts));
  }
}
