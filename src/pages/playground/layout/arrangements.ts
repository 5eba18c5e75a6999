import { ARRANGEMENTS, type Arrangement } from '#core/project/links/arrangement.ts';
import type { CommandContext } from '#pages/playground/mainCommands.ts';
import type { Command } from '#ui/commands.ts';

/**
 * An arrangement's initial division of the page. Each arrangement's sizes are stored separately.
 */
interface Division {
  readonly title: string;
  readonly detail: string;
  /** The source's share of the width, in percent. */
  readonly source: number;
  /**
   * The picture's share of the height beside the source, in percent; null if there is no picture.
   */
  readonly picture: number | null;
  /** Whether a tool is initially open. */
  readonly hasTool?: boolean;
}

/** “Code” has the sizes from section 9 of the specification. */
export const DIVISIONS: Readonly<Record<Arrangement, Division>> = {
  code: { title: 'Code', detail: 'Source, picture and results', source: 62, picture: 69 },
  compile: {
    title: 'Compile',
    detail: 'Source and output side by side, without the picture',
    source: 50,
    picture: null,
  },
  debug: {
    title: 'Debug',
    detail: 'Source and picture above a tool',
    source: 62,
    picture: 69,
    hasTool: true,
  },
  picture: {
    title: 'Picture',
    detail: 'The picture as large as it can be, beside a narrow source',
    source: 26,
    picture: 88,
  },
};

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
