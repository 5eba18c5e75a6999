import { indexDeclarations } from './declaredLines.ts';
import { namesOf } from './functionsIn.ts';
import type { KnownTexts, LineMap, MainOrigins, SourceFile } from './lineMap.ts';
import type { FindFolded, PlacedCode } from './placedCode.ts';
import { type KnownFile, type Place, readKnownFiles } from './printedFiles.ts';

/**
 * Adds the other lines that lines of code come from to a map that has one for each, and finds some for lines
 * that it has none for.
 */
export function addParts(
  map: MainOrigins,
  texts: KnownTexts,
  createFind: (code: PlacedCode) => FindFolded,
): LineMap {
  const known = readKnownFiles(texts);
  const { functions } = map;
  const hasFunction = namesOf(functions);
  const numbers = numberFiles(map.files, known.files);
  const placeAt = (at: number): Place | null => {
    const origin = map.origins[at];
    const file = origin?.kind === 'line' ? numbers.fileAt(origin.file) : undefined;
    return file && origin?.kind === 'line' ? { known: file, line: origin.line } : null;
  };
  const index = indexDeclarations(known, hasFunction);
  const findFolded = createFind({ functions, index, hasFunction, placeAt });
  const origins = [...map.origins];
  const parts: number[] = [];
  for (const [at, origin] of map.origins.entries()) {
    const isOfCore = origin && map.files[origin.file]?.kind === 'core';
    const found = isOfCore ? null : findFolded(at);
    if (!found) continue;
    origins[at] = { kind: 'line', file: numbers.of(found.main.known), line: found.main.line };
    for (const place of found.places.length > 1 ? found.places : []) {
      const file = numbers.of(place.known);
      const ranges = found.parts.filter(
        (part) => part.place.known === place.known && part.place.line === place.line,
      );
      if (ranges.length === 0) parts.push(at + 1, 0, 0, file, place.line, 0, 0);
      for (const { code, source } of ranges) {
        parts.push(at + 1, code.from, code.to, file, place.line, source.from, source.to);
      }
    }
  }
  return { files: numbers.files, origins, functions, parts: Int32Array.from(parts) };
}

/** The numbers of files, which go on from those that a map has. */
function numberFiles(files: readonly SourceFile[], known: readonly KnownFile[]) {
  const all = [...files];
  const byKey = new Map(known.map((each) => [keyOf(each.file), each]));
  const numbers = new Map(files.map((file, number) => [keyOf(file), number]));
  const byNumber = files.map((file) => byKey.get(keyOf(file)));
  return {
    files: all,
    fileAt: (number: number) => byNumber[number],
    of({ file }: KnownFile): number {
      const number = numbers.get(keyOf(file)) ?? all.push(file) - 1;
      numbers.set(keyOf(file), number);
      return number;
    },
  };
}

function keyOf(file: SourceFile): string {
  return file.kind === 'project' ? `project ${file.path}` : `${file.kind} ${file.name}`;
}
