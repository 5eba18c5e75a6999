import { settings } from '#engine/storage/settings.ts';
import { historyDatabase } from './database.ts';
import { createDraftTable, type DraftTable } from './draftTable.ts';
import { createLibrary, type HistoryLibrary, type LibraryOptions } from './library.ts';
import { settingsIn } from './settings.ts';
import { createVersionTable, type VersionTable } from './versionTable.ts';

export interface BrowserHistory {
  readonly versions: VersionTable;
  readonly drafts: DraftTable;
  readonly library: HistoryLibrary;
}

/**
 * The history in this browser's database, which opens on first use.
 *
 * @param draftOfTab returns the draft of this tab
 */
export function openHistory(draftOfTab: LibraryOptions['draftOfTab']): BrowserHistory {
  const database = historyDatabase();
  const versions = createVersionTable(database);
  const drafts = createDraftTable(database);
  const library = createLibrary({
    versions,
    drafts,
    draftOfTab,
    readSettings: () => settingsIn(settings.entries()),
    writeSetting: settings.setItem,
  });
  return { versions, drafts, library };
}
