import { createVocabulary } from '#core/output/codeDifference/vocabulary.ts';
import type { SourceFile, SourceTexts } from '#core/output/lineMap/lineMap.ts';
import { pairsInOrder } from '#core/util/matchInOrder.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { exactOrigins, type PackedMap } from './packedMap.ts';

/** A number for each line of code; equal numbers come from the same source line, 0 from none. */
export type LineKeys = readonly number[];

interface MappedCode {
  readonly map: PackedMap | null;
  readonly sources: SourceTexts;
}

/** The line of the newer text that a line of the older one is equal to; null if there is none. */
type LineChange = ReadonlyMap<number, number>;

/** The keys of two outputs. If their sources differ, equal source lines have the same key. */
export function sourceKeys(
  left: MappedCode,
  right: MappedCode,
): { left: LineKeys; right: LineKeys } {
  const { wordOf: numberOf } = createVocabulary();
  const changes = changedFiles(left.sources, right.sources);
  const keyOfLeft = (file: SourceFile, line: number) => {
    const change = file.kind === 'project' ? changes.get(file.path) : undefined;
    if (!change) return numberOf(`${nameOf(file)}:${line}`);
    const now = change.get(line);
    return numberOf(
      now === undefined ? `before ${nameOf(file)}:${line}` : `${nameOf(file)}:${now}`,
    );
  };
  return {
    left: keysOf(left.map, keyOfLeft),
    right: keysOf(right.map, (file, line) => numberOf(`${nameOf(file)}:${line}`)),
  };
}

/** One-based line numbers are indices: the key of line 1 is at 1. */
function keysOf(
  map: PackedMap | null,
  keyOf: (file: SourceFile, line: number) => number,
): LineKeys {
  if (!map) return [];
  const keys = exactOrigins(map).map((origin) => {
    const file = origin && map.files[origin.file];
    return file ? keyOf(file, origin.line) : 0;
  });
  return [0, ...keys];
}

function nameOf(file: SourceFile): string {
  return file.kind === 'project' ? `project ${file.path}` : `${file.kind} ${file.name}`;
}

function changedFiles(before: SourceTexts, after: SourceTexts): ReadonlyMap<string, LineChange> {
  const changes = new Map<string, LineChange>();
  for (const [path, text] of Object.entries(before)) {
    const now = ownValue(after, path);
    if (now !== undefined && now !== text) changes.set(path, lineChange(text, now));
  }
  return changes;
}

function lineChange(before: string, after: string): LineChange {
  const pairs = pairsInOrder(before.split('\n'), after.split('\n'));
  return new Map(pairs.map(({ left, right }) => [left + 1, right + 1]));
}
