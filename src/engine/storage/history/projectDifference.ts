import { MAIN_FILE, type Project } from '#core/project/project.ts';
import { pairsInOrder } from '#core/util/matchInOrder.ts';

/** A file's changes when a version is restored. */
export interface FileDifference {
  readonly path: string;
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  /** Empty if the file is added or removed. */
  readonly before: string;
  readonly after: string;
}

/**
 * The files of both projects: the main file, the files of `to` in order, then those only in `from`.
 */
export function fileDifferences(from: Project, to: Project): FileDifference[] {
  const before = textsOf(from);
  const after = textsOf(to);
  return [...new Set([...after.keys(), ...before.keys()])].map((path) =>
    differenceOf(path, before.get(path), after.get(path)),
  );
}

export function lineDifferenceOf(from: Project, to: Project): LineDifference {
  const each = fileDifferences(from, to).map(linesOf);
  return {
    added: each.reduce((sum, { added }) => sum + added, 0),
    removed: each.reduce((sum, { removed }) => sum + removed, 0),
  };
}

export function linesOf({ kind, before, after }: FileDifference): LineDifference {
  const count = (text: string) => text.split('\n').length;
  if (kind === 'added') return { added: count(after), removed: 0 };
  if (kind === 'removed') return { added: 0, removed: count(before) };
  return lineDifference(before, after);
}

/** The images and data that restoring adds, changes or removes, such as `cat.png (added)`. */
export function assetDifferences(from: Project, to: Project): string[] {
  const before = new Map(from.assets.map(({ path, hash }) => [path, hash]));
  const after = new Map(to.assets.map(({ path, hash }) => [path, hash]));
  const paths = [...new Set([...after.keys(), ...before.keys()])];
  return paths.flatMap((path) => {
    const [old, next] = [before.get(path), after.get(path)];
    if (old === next) return [];
    return [
      `${path} (${old === undefined ? 'added' : next === undefined ? 'removed' : 'changed'})`,
    ];
  });
}

/** UTF-16 units of all texts. */
export function charactersOf({ text, files }: Pick<Project, 'text' | 'files'>): number {
  return files.reduce((sum, file) => sum + file.text.length, text.length);
}

function textsOf({ text, files }: Project): Map<string, string> {
  return new Map([
    [MAIN_FILE, text],
    ...files.map((file): [string, string] => [file.path, file.text]),
  ]);
}

function differenceOf(path: string, old?: string, next?: string): FileDifference {
  const texts = { path, before: old ?? '', after: next ?? '' };
  if (old === undefined) return { ...texts, kind: 'added' };
  if (next === undefined) return { ...texts, kind: 'removed' };
  return { ...texts, kind: old === next ? 'same' : 'changed' };
}

interface LineDifference {
  readonly added: number;
  readonly removed: number;
}

/** The added and removed lines between two texts. A moved line counts as both. */
export function lineDifference(from: string, to: string): LineDifference {
  if (from === to) return { added: 0, removed: 0 };
  const before = from.split('\n');
  const after = to.split('\n');
  const { length } = pairsInOrder(before, after);
  return { added: after.length - length, removed: before.length - length };
}
