import type { Command } from '#ui/commands.ts';
import { GO_TO_LINKED, type Shortcut as Keys } from '#ui/shortcuts.ts';

export interface Shortcut extends Keys {
  readonly action: string;
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** All shortcuts by group: first those of commands, then those of parts of the page. */
export function shortcutGroups(commands: readonly Command[]): readonly ShortcutGroup[] {
  return OF_PARTS.map(({ title, shortcuts }) => {
    const own = commands.filter(
      ({ everywhere, helpGroup }) => (everywhere ? 'Everywhere' : helpGroup) === title,
    );
    return { title, shortcuts: [...shortcutsOf(own), ...shortcuts] };
  });
}

/** One row per action. Keys with fewer modifiers come first. */
function shortcutsOf(commands: readonly Command[]): readonly Shortcut[] {
  const rows = new Map<string, Shortcut>();
  for (const { help, title, keys, macKeys = keys } of commands) {
    if (!keys) continue;
    const action = help ?? title;
    const row = rows.get(action);
    rows.set(action, {
      keys: sorted([...(row?.keys ?? []), ...keys]),
      macKeys: sorted([...(row?.macKeys ?? []), ...(macKeys ?? [])]),
      action,
    });
  }
  return [...rows.values()];
}

function sorted(keys: readonly string[]): readonly string[] {
  return keys.toSorted((one, other) => one.split('+').length - other.split('+').length);
}

const OF_PARTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [{ keys: ['?'], action: 'Show these keys (not while you type text)' }],
  },
  {
    title: 'In the editor',
    shortcuts: [
      { keys: ['Mod+Z'], action: 'Undo' },
      { keys: ['Ctrl+Y'], macKeys: ['Mod+Shift+Z'], action: 'Redo' },
      { keys: ['Mod+F'], action: 'Find and replace' },
      { keys: ['F3', 'Shift+F3'], action: 'Go to the next or previous match' },
      { keys: ['Mod+Alt+G'], action: 'Go to a line' },
      { keys: ['Mod+D'], action: 'Add the next match to the selection' },
      { keys: ['Mod+Shift+L'], action: 'Select all matches of the selection' },
      { keys: ['Mod+A'], action: 'Select all' },
      { keys: ['Alt+click'], action: 'Add a cursor' },
      { keys: ['Shift+Alt+drag'], action: 'Select a rectangle' },
      { keys: ['Mod+/'], action: 'Comment or uncomment lines' },
      {
        keys: ['Shift+Alt+A'],
        macKeys: ['Ctrl+Shift+A'],
        action: 'Comment or uncomment the selection',
      },
      { keys: ['Alt+↑', 'Alt+↓'], action: 'Move lines up or down' },
      { keys: ['Shift+Alt+↑', 'Shift+Alt+↓'], action: 'Copy lines up or down' },
      { keys: ['Mod+Shift+K'], action: 'Delete lines' },
      { keys: ['Tab', 'Shift+Tab'], action: 'Indent or unindent lines' },
      {
        keys: ['Ctrl+Shift+[', 'Ctrl+Shift+]'],
        macKeys: ['Mod+Alt+[', 'Mod+Alt+]'],
        action: 'Fold or unfold a block',
      },
      { keys: ['Ctrl+Alt+[', 'Ctrl+Alt+]'], action: 'Fold or unfold all blocks' },
      { keys: ['Ctrl+Space'], action: 'Show completions; Enter or Tab accepts one' },
      { keys: ['Mod+Shift+Space'], action: 'Show the arguments of a call' },
      { keys: ['F12', 'Mod+click'], action: 'Go to the definition of a name' },
      {
        keys: ['Alt+←', 'Alt+→'],
        macKeys: ['Ctrl+-', 'Ctrl+_'],
        action: 'Go back to where the last jump started, or forward again',
      },
      { ...GO_TO_LINKED, action: 'Go to the target code that comes from this line' },
      { keys: ['Mod+Shift+O'], action: 'Go to a symbol' },
      {
        keys: ['Mod+Alt+T', 'Mod+T'],
        action: 'Go to a symbol in any file. Most browsers use the second for a new tab',
      },
      { keys: ['Shift+F12'], action: 'List all places of a symbol' },
      { keys: ['F2'], action: 'Rename a symbol in all files' },
      { keys: ['Shift+Alt+F', 'Mod+K Mod+F'], action: 'Format the file, or the selected lines' },
      { keys: ['F8', 'Shift+F8'], action: 'Go to the next or previous problem' },
      { keys: ['Mod+.'], action: 'Show quick fixes for the line' },
      {
        keys: ['Ctrl+M'],
        macKeys: ['Shift+Alt+M'],
        action: 'Switch what Tab does: indent, or move the focus',
      },
      {
        keys: ['Escape, then Tab'],
        action:
          'Move the focus out of the editor: press Tab within two seconds. While text is selected, press Escape twice',
      },
    ],
  },
  {
    title: 'In the target code',
    shortcuts: [
      { keys: ['Mod+F'], action: 'Find' },
      { ...GO_TO_LINKED, action: 'Go to the source that the line comes from' },
      { keys: ['Mod+click'], action: 'The same, and so does a click on a line number' },
      { keys: ['F12', 'Mod+click'], action: 'SPIR-V: go to the definition of an id' },
      { keys: ['Shift+F12'], action: 'SPIR-V: go to the next use of an id' },
      { keys: ['Alt+F12'], action: 'SPIR-V: describe an id' },
      { keys: ['Mod+U'], action: 'Go back to the last cursor position' },
      { keys: ['F7', 'Shift+F7'], action: 'In Changes: go to the next or previous change' },
    ],
  },
  {
    title: 'On the picture of a shader with a camera',
    shortcuts: [
      { keys: ['drag'], action: 'Turn the camera around its target' },
      { keys: ['wheel'], action: 'Come closer or go away; on touch screens, pinch' },
      { keys: ['Shift+drag'], action: 'Move the camera; so do the middle button and two fingers' },
      {
        keys: ['W', 'A', 'S', 'D', 'Q', 'E'],
        action:
          'Fly forward, left, back, right, down or up; faster with Shift. Not while you type text',
      },
      { keys: ['double-click'], action: 'Return to the first position' },
    ],
  },
  {
    title: 'While the debugger is open',
    shortcuts: [
      { keys: ['F9', 'Shift+F9'], action: 'Set or remove a breakpoint, or give it a condition' },
      { keys: ['Alt+click'], action: 'On a line number, paint the line’s value' },
    ],
  },
  {
    title: 'Elsewhere',
    shortcuts: [
      { keys: ['←', '→'], action: 'Select another result tab while one has the focus' },
      { keys: ['← → ↑ ↓', 'Home', 'End'], action: 'Move the splitter that has the focus' },
      { keys: ['F2'], action: 'Rename the saved version, or the file, whose entry has the focus' },
      { keys: ['Shift+Alt+←', 'Shift+Alt+→'], action: 'Move the file whose tab has the focus' },
      { keys: ['Delete'], action: 'Delete the file whose tab has the focus' },
      { keys: ['Escape'], action: 'Close Help' },
    ],
  },
];
