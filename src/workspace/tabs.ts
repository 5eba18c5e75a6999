import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import type { Message } from './messages.ts';
import { outputsOf, type RunState, shownRun } from './runState.ts';

interface Tab {
  readonly id: string;
  readonly title: string;
  isThere(state: Shown): boolean;
  /** Why the tab has no content. */
  readonly absent: string;
}

interface Shown {
  readonly run: RunState;
  readonly messages: readonly Message[];
}

interface Tabbed extends Shown {
  readonly activeTab: string;
  /** The tab that Diagnostics replaced. */
  readonly tabBefore: string;
}

const always = () => true;

/** All tabs, in the specification's order. */
export const RESULT_TABS: readonly Tab[] = [
  { id: 'target-code', title: 'Target Code', isThere: always, absent: '' },
  { id: 'reflection', title: 'Reflection', isThere: always, absent: '' },
  {
    id: 'uniforms',
    title: 'Uniforms',
    isThere: (state) => shownRun(state).uniforms.length > 0,
    absent: 'The shader has no uniforms to set.',
  },
  {
    id: 'diagnostics',
    title: 'Diagnostics',
    isThere: ({ messages }) => messages.length > 0,
    absent: 'There are no diagnostics.',
  },
  {
    id: 'output',
    title: 'Output',
    isThere: (state) => outputsOf(state).includes('printing'),
    absent: 'The shader prints nothing.',
  },
];

export function visibleTabs(state: Shown): readonly Tab[] {
  return RESULT_TABS.filter(({ isThere }) => isThere(state));
}

/** Events that may open another tab. */
export type TabEvent =
  | { readonly kind: 'selected'; readonly tab: string }
  /** There is a message for a user who is waiting. */
  | { readonly kind: 'message' }
  /** A compile has replaced code and messages; its run has not started yet. */
  | { readonly kind: 'answered' }
  /** Compile has finished. */
  | { readonly kind: 'compiled' }
  | { readonly kind: 'run started' }
  /** Live mode has replaced code, messages or the running program version. */
  | { readonly kind: 'updated' }
  /** A draft whose active tab was `tab` has been reopened. */
  | { readonly kind: 'restored'; readonly tab: string };

/** Tabs that a run may fill, the most important first (specification, section 4). */
const FILLED_BY_RUN = ['diagnostics', 'uniforms', 'output'];

/** The active tab after an event. A tab without content is left. */
export function tabAfter(state: Tabbed, event: TabEvent): string {
  const { activeTab, tabBefore } = state;
  const tabs = visibleTabs(state).map(({ id }) => id);
  const stays = tabs.includes(activeTab) ? activeTab : 'target-code';
  switch (event.kind) {
    case 'selected':
      return event.tab;
    case 'message':
      return 'diagnostics';
    case 'answered':
      // Other tabs wait for the run, so that Uniforms and Output do not flicker on each Run.
      return activeTab === 'diagnostics' ? stays : activeTab;
    case 'compiled':
      return state.messages.length === 0 ? 'target-code' : activeTab;
    case 'run started':
      return FILLED_BY_RUN.find((tab) => tabs.includes(tab)) ?? stays;
    case 'updated':
      // Return to the tab that Diagnostics replaced.
      return activeTab === 'diagnostics' && tabs.includes(tabBefore) && stays !== activeTab
        ? tabBefore
        : stays;
    case 'restored':
      return activeTab === 'diagnostics' || !tabs.includes(event.tab) ? activeTab : event.tab;
    default:
      return assertNever(event);
  }
}

/** The only function that changes the active tab. */
export function openTab({ getState, setState }: StoreApi<Tabbed>, event: TabEvent): void {
  const state = getState();
  const activeTab = tabAfter(state, event);
  if (activeTab === state.activeTab) return;
  const tabBefore = activeTab === 'diagnostics' ? state.activeTab : state.tabBefore;
  setState({ activeTab, tabBefore });
}
