import type { Draft } from '#core/project/draft.ts';
import { projectIdentity } from '#core/project/project.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import { MAX_ARCHIVE_BYTES, readArchive, versionsOf, writeArchive } from './archive.ts';
import type { DraftTable, SavedDraft } from './draftTable.ts';
import type { Settings } from './settings.ts';
import type { MergeOutcome, VersionTable } from './versionTable.ts';

/** The operations of the history dialog. Nothing rejects. */
export interface HistoryLibrary
  extends Pick<VersionTable, 'list' | 'remove' | 'putBack' | 'change'> {
  /**
   * Exports everything that this browser stores as a file, always with the source of this tab.
   * Fails only if there is nothing to export.
   */
  exportAll(): Promise<Result<ExportOutcome>>;
  /** Adds what this browser does not have yet. An invalid file changes nothing. */
  importAll(file: Blob): Promise<Result<ImportOutcome>>;
}

export interface ExportOutcome {
  readonly file: File;
  /** The reason why the database's content is missing, as a sentence; null if it is complete. */
  readonly incomplete: string | null;
  /** Whether it names images or data; their contents are not in it. */
  readonly namesAssets: boolean;
}

export interface ImportOutcome extends MergeOutcome {
  /** Number of changed settings, which apply after a reload. */
  readonly changedSettings: number;
}

export interface LibraryOptions {
  readonly versions: VersionTable;
  readonly drafts: Pick<DraftTable, 'list'>;
  /** The draft of this tab, which the database may not have yet; null if there is none. */
  readonly draftOfTab: () => Draft | null;
  readonly readSettings: () => Settings;
  readonly writeSetting: (name: string, value: string) => void;
}

export function createLibrary(options: LibraryOptions): HistoryLibrary {
  const { versions, drafts, draftOfTab, readSettings, writeSetting } = options;
  return {
    list: versions.list,
    remove: versions.remove,
    putBack: versions.putBack,
    change: versions.change,
    async exportAll() {
      const [listed, saved] = await Promise.all([versions.list(), drafts.list()]);
      const stored = allOk<unknown, string>([listed, saved]);
      const draft = draftOfTab();
      if (!stored.ok && !draft) return stored;
      const now = new Date();
      const archive = {
        versions: listed.ok ? listed.value.toReversed() : [],
        drafts: withDraft(saved.ok ? saved.value : [], draft, now),
        settings: readSettings(),
      };
      const name = `playground-history-${now.toISOString().slice(0, 10)}.json`;
      const file = new File([writeArchive(archive, now)], name, { type: 'application/json' });
      const projects = [...archive.versions, ...archive.drafts.map((each) => each.draft)];
      const namesAssets = projects.some(({ assets }) => assets.length > 0);
      return ok({ file, incomplete: stored.ok ? null : stored.error, namesAssets });
    },
    async importAll(file) {
      if (file.size > MAX_ARCHIVE_BYTES) {
        const most = MAX_ARCHIVE_BYTES >> 20;
        return fail(
          `This file is too large: it has ${file.size >> 20} MB, and the limit is ${most} MB.`,
        );
      }
      const text = await textOf(file);
      if (!text.ok) return text;
      const archive = readArchive(text.value);
      if (!archive.ok) return archive;
      const merged = await versions.merge(versionsOf(archive.value));
      if (!merged.ok) return merged;
      const before = readSettings();
      const changed = Object.entries(archive.value.settings).filter(
        ([name, value]) => ownValue(before, name) !== value,
      );
      for (const [name, value] of changed) writeSetting(name, value);
      return ok({ ...merged.value, changedSettings: changed.length });
    },
  };
}

function withDraft(
  saved: readonly SavedDraft[],
  draft: Draft | null,
  now: Date,
): readonly SavedDraft[] {
  if (!draft) return saved;
  const identity = projectIdentity(draft);
  if (saved.some((each) => projectIdentity(each.draft) === identity)) return saved;
  return [...saved, { savedAt: now.getTime(), draft }];
}

async function textOf(file: Blob): Promise<Result<string>> {
  try {
    const bytes = await file.arrayBuffer();
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail(
      'This file is not a Slang Playground history: it is not text. Choose a file that Export saved.',
    );
  }
}
