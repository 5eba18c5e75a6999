import { TAB_TITLES } from '#app/layout/tabTitles.ts';
import type { Command } from '#shared/commands.ts';
import { type ResultTab, visibleTabs } from '#workspace/tabs.ts';
import { type CommandContext, NOTHING_RUNS } from './context.ts';

/** Why a tab is not there. The debugger has commands of its own. */
const ABSENT: Readonly<Record<Exclude<ResultTab, 'debugger'>, string>> = {
  'target-code': '',
  reflection: '',
  uniforms: 'The shader has no uniforms to set.',
  diagnostics: 'There are no diagnostics.',
  output: 'The shader prints nothing.',
  resources: NOTHING_RUNS,
};

/** Commands that show a result. */
export function resultCommands({ workspace }: CommandContext): readonly Command[] {
  const visible = visibleTabs(workspace.store.getState());
  const tabs = Object.keys(ABSENT) as (keyof typeof ABSENT)[];
  return tabs.map((tab) => ({
    id: `tab:${tab}`,
    title: `Show ${TAB_TITLES[tab]}`,
    group: 'Results',
    view: 'results',
    whyNot: () => (visible.includes(tab) ? null : ABSENT[tab]),
    run: () => workspace.selectTab(tab),
  }));
}
