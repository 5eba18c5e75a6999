import { useEffect, useRef } from 'react';

export interface ShortcutActions {
  readonly run: () => void;
  readonly compile: () => void;
  readonly toggleLive: () => void;
  readonly saveVersion: () => void;
}

/**
 * F5 and Ctrl+Enter run, Shift+F5 switches live mode, Ctrl+B compiles, Ctrl+S saves a version,
 * wherever the focus is. On a Mac, Cmd does what Ctrl does.
 */
export function useShortcuts(actions: ShortcutActions): void {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = ACTIONS[chordOf(event)];
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

const ACTIONS: Readonly<Record<string, keyof ShortcutActions>> = {
  F5: 'run',
  'Shift+F5': 'toggleLive',
  'Mod+Enter': 'run',
  'Mod+b': 'compile',
  'Mod+s': 'saveVersion',
};

/** The keys that are pressed together, such as `Mod+b`; `Mod` is Ctrl or Cmd. */
function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  const held = [(ctrlKey || metaKey) && 'Mod+', altKey && 'Alt+', shiftKey && 'Shift+'];
  return held.filter((name) => name !== false).join('') + letter;
}
