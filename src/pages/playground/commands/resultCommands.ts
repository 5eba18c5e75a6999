import { ARRANGEMENTS } from '#core/project/links/arrangement.ts';
import { DIVISIONS } from '#pages/playground/layout/arrangements.ts';
import type { Command } from '#ui/commands.ts';
import { RESULT_TABS, visibleTabs } from '#workspace/tabs.ts';
import type { CommandContext } from './mainCommands.ts';

/** Commands that show results, and divide the page. */
export function resultCommands({ workspace }: CommandContext): readonly Command[] {
  const state = workspace.store.getState();
  const visible = visibleTabs(state);
  return [
    ...RESULT_TABS.map(
      (tab): Command => ({
        id: `tab:${tab.id}`,
        title: `Show ${tab.title}`,
        group: 'Results',
        view: 'results',
        whyNot: () => (visible.includes(tab) ? null : tab.absent),
        run: () => workspace.selectTab(tab.id),
      }),
    ),
    ...ARRANGEMENTS.map(
      (arrangement): Command => ({
        id: `arrange:${arrangement}`,
        title: `Arrangement: ${DIVISIONS[arrangement].title}`,
        detail: DIVISIONS[arrangement].detail,
        group: 'Page',
        run: () => workspace.arrange(arrangement),
      }),
    ),
  ];
}
