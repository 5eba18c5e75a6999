import type { Command } from '#ui/commands.ts';
import { compileCommands } from './compileCommands.ts';
import type { CommandContext } from './context.ts';
import { debuggerCommands } from './debuggerCommands.ts';
import { fileCommands } from './fileCommands.ts';
import { openingCommands } from './openingCommands.ts';
import { pictureCommands } from './pictureCommands.ts';
import { resultCommands } from './resultCommands.ts';

/** The commands of the page as it is now. Features and parts of the page add theirs. */
export function pageCommands(context: CommandContext): readonly Command[] {
  const lists = [
    compileCommands,
    pictureCommands,
    resultCommands,
    debuggerCommands,
    fileCommands,
    openingCommands,
  ];
  return lists.flatMap((list) => list(context));
}
