import { flushSync } from 'react-dom';
import { TAB_TITLES } from '#pages/playground/layout/tabTitles.ts';
import { hasLineDirectives } from '#core/output/lineMap/relativeTarget.ts';
import type { Command } from '#ui/commands.ts';
import { type ResultTab, visibleTabs } from '#workspace/tabs.ts';
import { type CommandContext, NOTHING_RUNS } from './context.ts';
import { pressButton } from './pressButton.ts';

const GROUP = 'Results';

/** Commands that show results and work with them. */
export function resultCommands({ workspace }: CommandContext): readonly Command[] {
  return [...tabs(workspace), ...targetCode(workspace)];
}

/** Why a tab is not there. The debugger has commands of its own. */
const ABSENT: Readonly<Record<Exclude<ResultTab, 'debugger'>, string>> = {
  'target-code': '',
  reflection: '',
  uniforms: 'The shader has no uniforms to set.',
  diagnostics: 'There are no diagnostics.',
  output: 'The shader prints nothing.',
  resources: NOTHING_RUNS,
  targets: '',
  changes: '',
  profile: NOTHING_RUNS,
};

function tabs({ store, selectTab }: CommandContext['workspace']): readonly Command[] {
  const visible = visibleTabs(store.getState());
  return (Object.keys(ABSENT) as (keyof typeof ABSENT)[]).map((tab) => ({
    id: `tab:${tab}`,
    title: `Show ${TAB_TITLES[tab]}`,
    group: GROUP,
    view: 'results',
    whyNot: () => (visible.includes(tab) ? null : ABSENT[tab]),
    run: () => selectTab(tab),
  }));
}

/** Titles by the names of the buttons. */
const BUTTONS = {
  'Find in target code': 'Find in target code',
  'Show line directives': 'Show or hide line directives of target code',
  'Wrap lines': 'Wrap lines of target code',
  'Copy target code': 'Copy target code',
  'Download target code': 'Download target code',
} as const;

function targetCode({ store, selectTab }: CommandContext['workspace']): readonly Command[] {
  const code = store.getState().targetCode;
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
    group: GROUP,
    view: 'results',
    whyNot: () => (reasons.has(button) ? (reasons.get(button) ?? null) : whyNot),
    run() {
      flushSync(() => selectTab('target-code'));
      pressButton(button);
    },
  }));
}
