import type { EditorView } from '@codemirror/view';
import type { MenuItem } from '#ui/MenuItems.tsx';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import type { LanguageService } from './languageService.ts';
import { paletteCommands } from './paletteCommands.ts';

const TITLES = [
  'Go to definition',
  'Find all references',
  'Rename symbol',
  'Format file',
  'Show quick fixes',
];

export function sourceMenuItems(view: EditorView, language: LanguageService): readonly MenuItem[] {
  const commands = paletteCommands(view, language);
  return TITLES.flatMap((title) => {
    const command = commands.find((each) => each.title === title);
    if (!command) return [];
    const [keys] = keysOn(isMac(navigator.platform), { keys: [], ...command });
    return { text: title, keys, disabled: command.whyNot?.() ?? undefined, onChoose: command.run };
  });
}
