import { type MainOrigins, PART_SIZE, type SourceFile } from './lineMap.ts';

/**
 * Makes the maps of a program's outputs share one list of files.
 *
 * @param files receives the files that it lacks
 * @returns the map, with origins that index `files`
 */
export function shareFiles<Origins extends MainOrigins & { readonly parts?: Int32Array }>(
  map: Origins,
  files: SourceFile[],
): Origins {
  const numbers = map.files.map((file) => indexOf(files, file));
  if (numbers.every((number, own) => number === own)) return map;
  const renumbered = {
    ...map,
    files,
    origins: map.origins.map((origin) => origin && { ...origin, file: numbers[origin.file] ?? 0 }),
  };
  if (map.parts === undefined) return renumbered;
  const parts = map.parts.slice();
  for (let at = 3; at < parts.length; at += PART_SIZE) parts[at] = numbers[parts[at] ?? 0] ?? 0;
  return { ...renumbered, parts };
}

function indexOf(files: SourceFile[], file: SourceFile): number {
  const text = JSON.stringify(file);
  const known = files.findIndex((each) => JSON.stringify(each) === text);
  return known >= 0 ? known : files.push(file) - 1;
}
