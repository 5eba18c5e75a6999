import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import {
  createDraftKeeper,
  createSessionDraft,
  createTabLocks,
} from '#engine/storage/history/draftKeeper.ts';
import type { BrowserHistory, HistoryLibrary } from '#engine/storage/history/library.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import { interfaceGate } from './gates.ts';

interface BrowserKeeping extends Pick<WorkspaceServices, 'drafts' | 'versions'> {
  readonly library: HistoryLibrary;
}

/**
 * Where this page stores texts. Only the tab's own storage is available before the first picture.
 */
export function createBrowserKeeping(): BrowserKeeping {
  let loading: Promise<BrowserHistory> | undefined;
  const load = () => {
    if (!loading) {
      loading = interfaceGate.behind(async () =>
        (await import('#engine/storage/history/library.ts')).openHistory(drafts.newest),
      );
      loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
  const ask = async <Value>(
    question: (history: BrowserHistory) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    try {
      return await question(await load());
    } catch (thrown) {
      return fail(`A part of the page could not be loaded: ${messageOf(thrown)}`);
    }
  };
  const drafts = createDraftKeeper({
    session: createSessionDraft(() => sessionStorage),
    loadTable: async () => (await load()).drafts,
    // Undefined outside secure contexts.
    locks: createTabLocks(navigator.locks as LockManager | undefined),
    onLeaving,
  });
  return {
    drafts,
    versions: { note: (version) => ask(({ versions }) => versions.note(version)) },
    library: {
      list: () => ask(({ library }) => library.list()),
      remove: (id) => ask(({ library }) => library.remove(id)),
      putBack: (version) => ask(({ library }) => library.putBack(version)),
      change: (id, change) => ask(({ library }) => library.change(id, change)),
      exportAll: () => ask(({ library }) => library.exportAll()),
      importAll: (file) => ask(({ library }) => library.importAll(file)),
    },
  };
}

/** Browsers on phones may end a hidden page without any further event. */
function onLeaving(listener: () => void): Dispose {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') listener();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', listener);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', listener);
  };
}
