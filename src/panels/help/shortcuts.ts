/** Keys and what they do. `Mod` is Ctrl, but Cmd on a Mac; `Alt` is Option there. */
export interface Shortcut {
  /** Any of these; keys of one are joined by `+`. */
  readonly keys: readonly string[];
  /** Where a Mac has others. */
  readonly macKeys?: readonly string[];
  readonly action: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['F5', 'Mod+Enter'], action: 'Run' },
      { keys: ['Shift+F5'], action: 'Switch Live on or off' },
      { keys: ['Mod+B'], macKeys: ['Mod+B', 'Ctrl+B'], action: 'Compile' },
      { keys: ['Mod+S'], action: 'Save a version to the history' },
    ],
  },
  {
    title: 'In the editor',
    shortcuts: [
      { keys: ['Mod+Z'], action: 'Undo' },
      { keys: ['Ctrl+Y'], macKeys: ['Mod+Shift+Z'], action: 'Redo' },
      { keys: ['Mod+F'], action: 'Find and replace' },
      { keys: ['F3', 'Shift+F3'], action: 'Go to the next or the previous match' },
      { keys: ['Mod+Alt+G'], action: 'Go to a line' },
      { keys: ['Mod+D'], action: 'Select the next place with the same text too' },
      { keys: ['Alt+click'], action: 'Set another cursor' },
      { keys: ['Shift+Alt+drag'], action: 'Select a rectangle' },
      { keys: ['Mod+/'], action: 'Comment lines out, or in again' },
      { keys: ['Alt+↑', 'Alt+↓'], action: 'Move lines up or down' },
      { keys: ['Shift+Alt+↑', 'Shift+Alt+↓'], action: 'Copy lines up or down' },
      { keys: ['Tab', 'Shift+Tab'], action: 'Indent lines more or less' },
      {
        keys: ['Ctrl+Shift+[', 'Ctrl+Shift+]'],
        macKeys: ['Mod+Alt+[', 'Mod+Alt+]'],
        action: 'Fold or unfold a block',
      },
      { keys: ['Ctrl+Space'], action: 'List what can stand here; Enter or Tab takes it' },
      { keys: ['Mod+Shift+Space'], action: 'Show the arguments of a call' },
      { keys: ['F12', 'Mod+click'], action: 'Go to the definition of a name' },
      { keys: ['Mod+Shift+O'], action: 'Go to a symbol' },
      { keys: ['F8', 'Shift+F8'], action: 'Go to the next or the previous problem' },
      { keys: ['Mod+.'], action: 'List the quick fixes for the line' },
      {
        keys: ['Escape, then Tab'],
        action:
          'Leave the editor for the next control, within two seconds. While text is selected, press Escape twice',
      },
    ],
  },
  {
    title: 'In the target code',
    shortcuts: [
      { keys: ['Mod+F'], action: 'Find' },
      { keys: ['F12', 'Mod+click'], action: 'SPIR-V: go to the definition of an id' },
      { keys: ['Shift+F12'], action: 'SPIR-V: go to the next place with the same id' },
      { keys: ['Alt+F12'], action: 'SPIR-V: show what an id is' },
      { keys: ['Mod+U'], action: 'Go back to where the cursor was' },
    ],
  },
  {
    title: 'Elsewhere',
    shortcuts: [
      { keys: ['←', '→'], action: 'Choose another result tab, when one has the focus' },
      { keys: ['← → ↑ ↓', 'Home', 'End'], action: 'Move a splitter that has the focus' },
      { keys: ['F2'], action: 'Name a version, when one in the history has the focus' },
      { keys: ['Escape'], action: 'Close Help' },
    ],
  },
];

/** The keys as they are named on this kind of computer. */
export function keysOn(mac: boolean, { keys, macKeys }: Shortcut): readonly string[] {
  return mac
    ? (macKeys ?? keys).map((key) => key.replace('Mod', 'Cmd').replace('Alt', 'Option'))
    : keys.map((key) => key.replace('Mod', 'Ctrl'));
}

/** @param platform the browser's `navigator.platform` */
export function isMac(platform: string): boolean {
  return /^(Mac|iP)/.test(platform);
}
