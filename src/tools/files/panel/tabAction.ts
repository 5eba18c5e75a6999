import { FILE_ACTIONS, type FileAction } from '#tools/files/fileActions.ts';
import { nextIndex } from '#ui/nextIndex.ts';

export type TabAction =
  | { readonly kind: 'show'; readonly index: number }
  | { readonly kind: 'act'; readonly action: FileAction };

export interface TabKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * What a key does while a file's tab has the focus; null for other keys.
 *
 * @param at index of the file among all, with the main file
 */
export function tabAction(
  { key, altKey, ctrlKey, metaKey, shiftKey }: TabKey,
  at: number,
  count: number,
): TabAction | null {
  if (ctrlKey || metaKey) return null;
  const held = [altKey && 'Alt+', shiftKey && 'Shift+'].filter((name) => name !== false);
  const chord = held.join('') + key.replace('ArrowLeft', '←').replace('ArrowRight', '→');
  const action = FILE_ACTIONS.find(({ keys }) => keys === chord);
  if (action) return { kind: 'act', action };
  const index = held.length > 0 ? null : nextIndex(key, at, count, 'wrap', 'right');
  return index === null ? null : { kind: 'show', index };
}
