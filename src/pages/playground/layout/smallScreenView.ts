import { createStore } from 'zustand/vanilla';
import { tabSettings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { outputsOf } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

export type SmallScreenView = 'source' | 'results';

/** sessionStorage key for the view that this tab showed last. */
const SETTING = STORAGE_KEYS.smallScreenView;

/**
 * The view that a page opens with on a small screen: the results if a run is about to show a
 * picture or text, else the source. A tab that reloads the same source shows its last view. A
 * window that becomes small later shows the source.
 */
export function openingView({ store }: Workspace): SmallScreenView {
  if (!smallScreen.matches) return 'source';
  const { opened } = store.getState();
  const isRestored = opened.place !== null;
  if (isRestored && tabSettings.getItem(SETTING) === 'source') return 'source';
  return outputsOf(store.getState()).length > 0 ? 'results' : 'source';
}

export type ShownView = ReturnType<typeof createShownView>;

/**
 * Starts with the view that the page opens with. When a slow first run is about to show something,
 * switches to the results, unless the user has already done something else.
 */
export function createShownView(workspace: Workspace) {
  const store = createStore(() => ({ view: openingView(workspace) }));
  followFirstRun(workspace, () => store.setState({ view: openingView(workspace) }));
  workspace.store.subscribe(({ revealed, openTool }, before) => {
    if (revealed !== before.revealed) store.setState({ view: 'source' });
    else if (openTool !== before.openTool && openTool !== null) store.setState({ view: 'results' });
  });
  return {
    store,
    show(view: SmallScreenView) {
      tabSettings.setItem(SETTING, view);
      store.setState({ view });
    },
  };
}

/** Calls back once, when a run is about to show something, unless the user acts first. */
function followFirstRun({ store }: Workspace, callback: () => void): void {
  const events = ['pointerdown', 'keydown'] as const;
  const end = () => {
    unsubscribe();
    for (const event of events) removeEventListener(event, end, { capture: true });
  };
  const follow = (state: WorkspaceState) => {
    if (outputsOf(state).length === 0) return;
    end();
    callback();
  };
  const unsubscribe = store.subscribe(follow);
  for (const event of events) addEventListener(event, end, { capture: true });
  // The run may already show something.
  follow(store.getState());
}
