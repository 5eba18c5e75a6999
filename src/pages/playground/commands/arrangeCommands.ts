import { ARRANGEMENTS } from '#core/project/links/arrangement.ts';
import { DIVISIONS } from '#pages/playground/layout/arrangements.ts';
import type { Command } from '#ui/commands.ts';
import type { CommandContext } from './mainCommands.ts';

export function arrangeCommands({
  workspace,
}: Pick<CommandContext, 'workspace'>): readonly Command[] {
  return ARRANGEMENTS.map((arrangement) => {
    const { title, detail } = DIVISIONS[arrangement];
    return {
      id: `arrange:${arrangement}`,
      title: `Arrangement: ${title}`,
      detail,
      menus: { Arrangement: title, Narrow: `Arrangement: ${title}` },
      group: 'Page',
      run: () => workspace.arrange(arrangement),
    };
  });
}
