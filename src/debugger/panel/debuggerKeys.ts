import type { DebuggerCommands } from '#debugger/state.ts';

type KeyCommand = 'forward' | 'back' | 'over' | 'out';

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What a key does while the debugger is open, as in other debuggers; null if nothing. */
export function commandOfKey(pressed: PressedKey): KeyCommand | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey) return null;
  if (pressed.key === 'F10') return pressed.shiftKey ? 'back' : 'over';
  if (pressed.key === 'F11') return pressed.shiftKey ? 'out' : 'forward';
  return null;
}

/**
 * Follows the keys of a page, but not those that the editor has handled.
 *
 * @returns what stops it
 */
export function watchDebuggerKeys(page: Window, commands: DebuggerCommands): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.defaultPrevented ? null : commandOfKey(event);
    if (!command) return;
    event.preventDefault();
    commands[command]();
  };
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}
