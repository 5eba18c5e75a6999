import { flushSync } from 'react-dom';
import { hasLineDirectives } from '#core/output/lineMap/relativeTarget.ts';
import type { Command } from '#ui/commands.ts';
import { pressButton } from '#ui/pressButton.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';

/** Titles by the names of the buttons. */
const BUTTONS = {
  'Find in target code': 'Find in target code',
  'Show line directives': 'Show or hide line directives of target code',
  'Wrap lines': 'Wrap lines of target code',
  'Copy target code': 'Copy target code',
  'Download target code': 'Download target code',
} as const;

/** Commands that work with the code of the newest compile. */
export function targetCodeCommands({
  context: { workspace },
}: Pick<ToolHandle<unknown>, 'context'>): readonly Command[] {
  const code = workspace.store.getState().targetCode;
  const whyNot = code ? null : 'Nothing is compiled yet.';
  const whyNoFile = code?.succeeded === false ? 'The newest compile failed.' : whyNot;
  const whyNoDirectives =
    code?.succeeded && !hasLineDirectives(code.target)
      ? `${code.target} has no line directives.`
      : whyNoFile;
  const reasons = new Map([
    ['Show line directives', whyNoDirectives],
    ['Download target code', whyNoFile],
  ]);
  return Object.entries(BUTTONS).map(([button, title]) => ({
    id: `target code:${button}`,
    title,
    group: 'Results',
    view: 'results',
    whyNot: () => (reasons.has(button) ? (reasons.get(button) ?? null) : whyNot),
    run() {
      flushSync(() => workspace.selectTab('target-code'));
      pressButton(button);
    },
  }));
}
