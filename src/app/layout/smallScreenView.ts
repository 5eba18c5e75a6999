import { smallScreen } from '#app/browser/smallScreen.ts';
import { tabSettings } from '#shared/storage.ts';
import { STORAGE_KEYS } from '#shared/storageKeys.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What a small screen shows; there is room for one of them. */
export type SmallScreenView = 'source' | 'results';

/** What this tab has shown last. */
const SETTING = STORAGE_KEYS.smallScreenView;

/**
 * What a page opens with on a small screen: the picture or text if a run is about to show any, else
 * the source. A tab that is loaded again with the same text shows what it showed. A window that
 * becomes small later begins with the source.
 */
export function openingView({ store }: Workspace): SmallScreenView {
  if (!smallScreen.matches) return 'source';
  const { opened, outputTypes } = store.getState();
  const isRestored = opened.place !== null;
  if (isRestored && tabSettings.getItem(SETTING) === 'source') return 'source';
  return outputTypes.length > 0 ? 'results' : 'source';
}

export function rememberView(view: SmallScreenView): void {
  tabSettings.setItem(SETTING, view);
}
