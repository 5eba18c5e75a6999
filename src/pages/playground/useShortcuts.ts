import { useEffect, useRef } from 'react';
import { isMac, PAGE_SHORTCUTS, type PageShortcut } from '#ui/shortcuts.ts';

export type ShortcutActions = Readonly<Record<PageShortcut, () => void>>;

/** The page's shortcuts, wherever the focus is. On a Mac, Cmd does what Ctrl does. */
export function useShortcuts(actions: ShortcutActions): void {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = ACTIONS.get(chordOf(event));
      if (!action) return;
      newest.current[action]();
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the editor sees the key: Ctrl+B moves the cursor there on a Mac.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

const ACTIONS = new Map<string, PageShortcut>(
  (Object.keys(PAGE_SHORTCUTS) as PageShortcut[]).flatMap((action) =>
    PAGE_SHORTCUTS[action].keys.map((keys) => [keys, action] as const),
  ),
);

const MAC = isMac(navigator.platform);

/** The keys that are pressed together, such as `Mod+B`; `Mod` is Ctrl or Cmd. */
function chordOf(event: KeyboardEvent): string {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  // Option gives a letter's key another character.
  const letter = MAC && altKey ? code.replace('Key', '') : key;
  const name = letter.length === 1 ? letter.toUpperCase() : letter;
  const held = [(ctrlKey || metaKey) && 'Mod+', altKey && 'Alt+', shiftKey && 'Shift+'];
  return held.filter((part) => part !== false).join('') + name;
}
