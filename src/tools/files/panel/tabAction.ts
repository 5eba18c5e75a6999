import { nextIndex } from '#ui/nextIndex.ts';

export type TabAction =
  | { readonly kind: 'show'; readonly index: number }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'name' }
  | { readonly kind: 'delete' };

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
  if (altKey && shiftKey && key === 'ArrowLeft') return { kind: 'move', by: -1 };
  if (altKey && shiftKey && key === 'ArrowRight') return { kind: 'move', by: 1 };
  if (altKey || shiftKey) return null;
  switch (key) {
    case 'F2':
      return { kind: 'name' };
    case 'Delete':
      return { kind: 'delete' };
    default: {
      const index = nextIndex(key, at, count, 'wrap', 'right');
      return index === null ? null : { kind: 'show', index };
    }
  }
}
