import type { Command } from '#ui/commands.ts';
import { RESULT_TABS, visibleTabs } from '#workspace/tabs.ts';
import type { CommandContext } from './mainCommands.ts';

/** Commands that show results. */
export function resultCommands({ workspace }: CommandContext): readonly Command[] {
  const state = workspace.store.getState();
  const visible = visibleTabs(state);
  return RESULT_TABS.map((tab) => ({
    id: `tab:${tab.id}`,
    title: `Show ${tab.title}`,
    group: 'Results',
    view: 'results',
    whyNot: () => (visible.includes(tab) ? null : tab.absent),
    run: () => workspace.selectTab(tab.id),
  }));
}
