import { ownValue } from '#core/util/ownValue.ts';
import type { DebuggerCommands } from '#tools/debugger/state.ts';

type KeyCommand = Extract<
  keyof DebuggerCommands,
  'forward' | 'back' | 'over' | 'out' | 'runToCursor' | 'continue' | 'continueBack'
>;

/** F5 alone stays Run. */
const KEYS: Readonly<Record<string, KeyCommand>> = {
  F10: 'over',
  'Shift+F10': 'back',
  F11: 'forward',
  'Shift+F11': 'out',
  'Ctrl+F10': 'runToCursor',
  'Ctrl+F5': 'continue',
  'Ctrl+Shift+F5': 'continueBack',
};

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What a key does while the debugger is open, as in other debuggers; null if nothing. */
export function commandOfKey(pressed: PressedKey): KeyCommand | null {
  if (pressed.altKey || pressed.metaKey) return null;
  const held = [pressed.ctrlKey && 'Ctrl+', pressed.shiftKey && 'Shift+'];
  return ownValue(KEYS, held.filter((name) => name !== false).join('') + pressed.key) ?? null;
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
