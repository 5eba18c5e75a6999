import type { ProjectFile } from './project.ts';

/** Equal if and only if the files are, in any order. Null without files. */
export function filesIdentity(files: readonly ProjectFile[] = []): string | null {
  if (files.length === 0) return null;
  const inOrder = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return JSON.stringify(inOrder.map(({ path, text }) => [path, text]));
}
