import { MAIN_FILE, type Project } from '#core/project/project.ts';
import { findHiddenCharacters } from '#core/util/hiddenCharacters.ts';
import type { KeepingNotice } from '#workspace/state.ts';

type HiddenCharactersNotice = Extract<KeepingNotice, { kind: 'hidden-characters' }>;

/** A notice about invisible characters in the files; null if there are none. */
export function hiddenCharactersIn({
  text,
  files,
}: Pick<Project, 'text' | 'files'>): HiddenCharactersNotice | null {
  const notices = [{ path: MAIN_FILE, text }, ...files].flatMap(inFile);
  const [first] = notices;
  if (!first) return null;
  const count = notices.reduce((sum, each) => sum + each.count, 0);
  return { ...first, count, names: [...new Set(notices.flatMap(({ names }) => names))] };
}

function inFile({ path, text }: { readonly path: string; readonly text: string }) {
  const found = findHiddenCharacters(text);
  if (!found) return [];
  const before = text.slice(0, found.first).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const first = { line: before.length, column, length: 1 };
  const { count, names } = found;
  return [{ kind: 'hidden-characters' as const, count, names, first, path: `/${path}` }];
}
