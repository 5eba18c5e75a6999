import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { tabSettings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import { outputsOf } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** A small screen shows one of the two. */
export type SmallScreenView = 'source' | 'results';

/** sessionStorage key of the view that this tab showed last. */
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

export function rememberView(view: SmallScreenView): void {
  tabSettings.setItem(SETTING, view);
}
