import type { Command } from '#ui/commands.ts';
import { arrangeCommands } from './arrangeCommands.ts';
import { compileCommands } from './compileCommands.ts';
import { type CommandContext, mainCommands } from './mainCommands.ts';
import { openingCommands } from './openingCommands.ts';
import { pictureCommands } from './pictureCommands.ts';
import { resultCommands } from './resultCommands.ts';

/** The commands of the page as it is now. Tools and parts of the page add theirs. */
export function pageCommands(context: CommandContext): readonly Command[] {
  const lists = [
    compileCommands,
    pictureCommands,
    resultCommands,
    arrangeCommands,
    openingCommands,
  ];
  return [...Object.values(mainCommands(context)), ...lists.flatMap((list) => list(context))];
}
