/**
 * Returns `count` lines of a source without their common indentation, from the first line that
 * begins with `start`.
 *
 * @throws if the source has no such lines
 */
export function linesFrom(source: string, start: string, count: number): readonly string[] {
  const lines = source.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(start));
  const found = first < 0 ? [] : lines.slice(first, first + count);
  if (found.length < count) throw new Error(`The source has no ${count} lines from "${start}".`);
  const indentation = Math.min(
    ...found.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)),
  );
  return found.map((line) => line.slice(indentation));
}
