import { findHiddenCharacters } from '#shared/hiddenCharacters.ts';
import type { KeepingNotice } from '#workspace/state.ts';

export type HiddenCharactersNotice = Extract<KeepingNotice, { kind: 'hidden-characters' }>;

/** What there is to say of a text with characters that cannot be seen; null if it has none. */
export function hiddenCharactersIn(text: string): HiddenCharactersNotice | null {
  const found = findHiddenCharacters(text);
  if (!found) return null;
  const { count, names, first } = found;
  const before = text.slice(0, first).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const place = { line: before.length, column, length: 1 };
  return { kind: 'hidden-characters', count, names, first: place };
}
