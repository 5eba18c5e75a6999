import { useEffect, useEffectEvent } from 'react';
import type { Command } from '#ui/commands.ts';
import { isMac } from '#ui/shortcuts.ts';

/** Listens to the keys of the commands that work everywhere. On a Mac, Cmd does what Ctrl does. */
export function useShortcuts(commands: () => readonly Command[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chord = chordOf(event);
    if (!CHORD.test(chord)) return;
    const command = commands().find(({ everywhere, keys }) => everywhere && keys?.includes(chord));
    if (!command) return;
    command.run();
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the editor sees the key: Ctrl+B moves the cursor there on a Mac.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Other keys are text or move the focus. */
const CHORD = /\bF\d|Mod\+|Alt\+/;

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
