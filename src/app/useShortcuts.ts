import { useEffect, useRef } from 'react';

export interface ShortcutActions {
  readonly run: () => void;
  readonly compile: () => void;
  readonly toggleLive: () => void;
}

/** F5 runs, Shift+F5 switches live mode, Ctrl+B and Cmd+B compile, wherever the focus is. */
export function useShortcuts(actions: ShortcutActions): void {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const plain = !event.shiftKey && !event.altKey;
      const control = event.ctrlKey || event.metaKey;
      const isF5 = event.key === 'F5' && !event.altKey && !control;
      if (isF5 && event.shiftKey) newest.current.toggleLive();
      else if (isF5) newest.current.run();
      else if (event.key.toLowerCase() === 'b' && plain && control) newest.current.compile();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the editor sees the key: Ctrl+B moves the cursor there on a Mac.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
