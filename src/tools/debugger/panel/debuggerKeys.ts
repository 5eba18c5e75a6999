import { DEBUGGER_COMMANDS, type DebuggerCommand } from '#tools/debugger/debuggerCommands.ts';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What a key does while the debugger is open, as in other debuggers; null if nothing. */
export function commandOfKey(pressed: PressedKey): DebuggerCommand | null {
  if (pressed.altKey || pressed.metaKey) return null;
  const held = [pressed.ctrlKey && 'Ctrl+', pressed.shiftKey && 'Shift+'];
  const chord = held.filter((name) => name !== false).join('') + pressed.key;
  return DEBUGGER_COMMANDS.find(({ keys }) => keys?.includes(chord)) ?? null;
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
    command.run(commands);
  };
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}
