import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import type { Message } from './messages.ts';
import { outputsOf, type RunState, shownRun } from './runState.ts';

/** A tab of Results. */
interface Tab {
  readonly id: string;
  /** Its accessible name. */
  readonly title: string;
  /** Whether it has something to show. */
  isThere(state: Shown): boolean;
  /** Why it is not there. */
  readonly absent: string;
}

/** What the tabs depend on. */
interface Shown {
  readonly run: RunState;
  readonly messages: readonly Message[];
}

interface Tabbed extends Shown {
  readonly activeTab: string;
  /** The tab that Diagnostics took the place of. */
  readonly tabBefore: string;
}

const always = () => true;

/** All tabs, in the order of the specification. */
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

/** The tabs that have something to show, in their order. */
export function visibleTabs(state: Shown): readonly Tab[] {
  return RESULT_TABS.filter(({ isThere }) => isThere(state));
}

/** What may open another tab. */
export type TabEvent =
  | { readonly kind: 'selected'; readonly tab: string }
  /** There is a message that somebody waits for. */
  | { readonly kind: 'message' }
  /** A compile has replaced code and messages; its run is still to come. */
  | { readonly kind: 'answered' }
  /** Compile is done. */
  | { readonly kind: 'compiled' }
  | { readonly kind: 'run started' }
  /** Live mode has replaced code, messages or the version that runs. */
  | { readonly kind: 'updated' }
  /** A draft is open again, which had this tab. */
  | { readonly kind: 'restored'; readonly tab: string };

/** Those that a run may fill, the most important first (specification, section 4). */
const FILLED_BY_RUN = ['diagnostics', 'uniforms', 'output'];

/** The tab after an event. A tab that has nothing to show any more is left. */
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
      // Other tabs wait for the run, so that Uniforms and Output do not flicker at each Run.
      return activeTab === 'diagnostics' ? stays : activeTab;
    case 'compiled':
      return state.messages.length === 0 ? 'target-code' : activeTab;
    case 'run started':
      return FILLED_BY_RUN.find((tab) => tabs.includes(tab)) ?? stays;
    case 'updated':
      // The tab that somebody left for Diagnostics comes back.
      return activeTab === 'diagnostics' && tabs.includes(tabBefore) && stays !== activeTab
        ? tabBefore
        : stays;
    case 'restored':
      return activeTab === 'diagnostics' || !tabs.includes(event.tab) ? activeTab : event.tab;
    default:
      return assertNever(event);
  }
}

/** The one place that changes the tab. */
export function openTab({ getState, setState }: StoreApi<Tabbed>, event: TabEvent): void {
  const state = getState();
  const activeTab = tabAfter(state, event);
  if (activeTab === state.activeTab) return;
  const tabBefore = activeTab === 'diagnostics' ? state.activeTab : state.tabBefore;
  setState({ activeTab, tabBefore });
}
