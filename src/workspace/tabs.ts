import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import type { Message } from './messages.ts';
import { isRunning, outputsOf, type RunState, shownRun } from './runState.ts';

/** What the tabs depend on. */
interface Tabbed {
  readonly run: RunState;
  readonly messages: readonly Message[];
  readonly activeTab: ResultTab;
  /** The tab that Diagnostics took the place of. */
  readonly tabBefore: ResultTab;
  /** Tabs of tools that are in use. */
  readonly openTools: readonly ToolTab[];
}

type Shown = Pick<Tabbed, 'run' | 'messages' | 'openTools'>;
type IsThere = (state: Shown) => boolean;

/** The tabs of Results in their order, and when each is there. */
const TABS = {
  'target-code': () => true,
  reflection: () => true,
  uniforms: (state) => shownRun(state).uniforms.length > 0,
  diagnostics: ({ messages }) => messages.length > 0,
  output: (state) => outputsOf(state).includes('printing'),
  targets: () => true,
  changes: () => true,
  resources: isRunning,
  profile: isRunning,
  debugger: ({ openTools }) => openTools.includes('debugger'),
} as const satisfies Readonly<Record<string, IsThere>>;

export type ResultTab = keyof typeof TABS;

/** A tab that comes and goes with a tool. */
export type ToolTab = 'debugger';

const ALL_TABS = Object.keys(TABS) as readonly ResultTab[];

export function isResultTab(value: unknown): value is ResultTab {
  return ALL_TABS.some((tab) => tab === value);
}

/** The tabs that have something to show, in their order. */
export function visibleTabs(state: Shown): ResultTab[] {
  return ALL_TABS.filter((tab) => TABS[tab](state));
}

/** What may open another tab. */
export type TabEvent =
  | { readonly kind: 'selected'; readonly tab: ResultTab }
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
  | { readonly kind: 'restored'; readonly tab: ResultTab };

/** Those that a run may fill, the most important first (specification, section 4). */
const FILLED_BY_RUN: readonly ResultTab[] = ['diagnostics', 'uniforms', 'output'];

/** The tab after an event. A tab that has nothing to show any more is left. */
export function tabAfter(state: Tabbed, event: TabEvent): ResultTab {
  const { activeTab, tabBefore } = state;
  const tabs = visibleTabs(state);
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
      // Changes shows what this compile has changed in the code.
      return state.messages.length === 0 && activeTab !== 'changes' ? 'target-code' : activeTab;
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
