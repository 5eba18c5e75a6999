import { type Draft, readDraft } from '#core/project/draft.ts';
import { projectIdentity } from '#core/project/project.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import { settings } from '#engine/storage/settings.ts';
import { historyDatabase } from './database.ts';
import { createDraftTable, type DraftTable, type SavedDraft } from './draftTable.ts';
import { type DatedVersion, isTime, readVersion, withLineages } from './savedVersion.ts';
import { createVersionTable, type MergeOutcome, type VersionTable } from './versionTable.ts';

/** The operations of the history dialog. Promises never reject. */
export interface HistoryLibrary
  extends Pick<VersionTable, 'list' | 'remove' | 'putBack' | 'change'> {
  /**
   * Exports everything that this browser stores to a file, always with this tab's source. Fails
   * only if there is nothing to export.
   */
  exportAll(): Promise<Result<ExportOutcome>>;
  /** Adds everything that this browser does not have yet. An invalid file changes nothing. */
  importAll(file: Blob): Promise<Result<ImportOutcome>>;
}

export interface ExportOutcome {
  readonly file: File;
  /** Why the database's content is missing, as a sentence; null if the export is complete. */
  readonly incomplete: string | null;
  /** Whether the file names images or data. It does not include their contents. */
  readonly namesAssets: boolean;
}

export interface ImportOutcome extends MergeOutcome {
  /** Number of changed settings, which apply after a reload. */
  readonly changedSettings: number;
}

interface LibraryOptions {
  readonly versions: VersionTable;
  readonly drafts: Pick<DraftTable, 'list'>;
  /** This tab's draft, which the database may not have yet; null if there is none. */
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

export interface Archive {
  /** Oldest first. */
  readonly versions: readonly DatedVersion[];
  /** The drafts of all tabs. */
  readonly drafts: readonly SavedDraft[];
  readonly settings: Settings;
}

const KIND = 'slang-playground-history';
/** Format 1 had versions without lineage, name and pin; formats 1 and 2 had a single file each. */
const FORMAT = 3;
const FORMATS: readonly unknown[] = [1, 2, FORMAT];

/** In bytes. The history itself is smaller. */
const MAX_ARCHIVE_BYTES = 128 << 20;
const MAX_ENTRIES = 10_000;

const NO_ARCHIVE = 'This file is not a Slang Playground history. Choose a file that Export saved.';

export function writeArchive({ versions, drafts, settings }: Archive, exportedAt: Date): string {
  const entries = versions.map(
    ({
      time,
      reason,
      uri,
      foreign,
      lineage,
      givenName,
      name,
      pinned,
      text,
      files,
      assets,
    }): DatedVersion => ({
      time,
      reason,
      uri,
      foreign,
      lineage,
      givenName,
      name,
      pinned,
      text,
      files,
      assets,
    }),
  );
  const head = { kind: KIND, format: FORMAT, exportedAt: exportedAt.toISOString() };
  return `${JSON.stringify({ ...head, settings, drafts, versions: entries }, null, 2)}\n`;
}

/** Parses a whole file. If any part is invalid, fails with the reason as a sentence. */
export function readArchive(file: string): Result<Archive> {
  const parsed = parse(file);
  if (!isJsonObject(parsed) || parsed['kind'] !== KIND) return fail(NO_ARCHIVE);
  const { format } = parsed;
  if (typeof format === 'number' && format > FORMAT) {
    return fail(
      `A newer version of the playground exported this file (format ${format}; this version reads ${FORMAT}). ` +
        'Reload the page to get the newest version, then import the file again.',
    );
  }
  if (!FORMATS.includes(format)) return fail(NO_ARCHIVE);
  const versions = readEach(parsed, 'versions', readVersion);
  if (!versions.ok) return versions;
  const drafts = readEach(parsed, 'drafts', readSavedDraft);
  if (!drafts.ok) return drafts;
  const settings = readSettings(parsed['settings']);
  if (!settings) return fail('This file is damaged: its settings cannot be read.');
  return ok({ versions: withLineages(versions.value), drafts: drafts.value, settings });
}

/**
 * The archive as versions only, oldest first. Drafts become versions, because their tabs do not
 * exist in this browser. All count as foreign, whatever the file says.
 */
export function versionsOf({ versions, drafts }: Archive): DatedVersion[] {
  const known = new Set(versions.map(projectIdentity));
  const others = drafts.filter(
    ({ draft }) => draft.edited && hasText(draft) && !known.has(projectIdentity(draft)),
  );
  const oldestFirst = others.toSorted((one, other) => one.savedAt - other.savedAt);
  return [...versions, ...oldestFirst.map(asVersion)].map((each) => ({ ...each, foreign: true }));
}

function hasText({ text, files }: Draft): boolean {
  return text.trim() !== '' || files.length > 0;
}

function asVersion({ savedAt, draft }: SavedDraft): DatedVersion {
  const { text, files, assets, uri, foreign, lineage, givenName } = draft;
  return {
    time: savedAt,
    text,
    files,
    assets,
    uri,
    foreign,
    lineage,
    givenName,
    reason: 'left',
    name: null,
    pinned: false,
  };
}

function parse(file: string): JsonValue {
  try {
    return JSON.parse(file);
  } catch {
    return null;
  }
}

function readEach<Value>(
  archive: JsonObject,
  name: string,
  read: (entry: JsonValue) => Value | null,
): Result<Value[]> {
  const entries = ownValue(archive, name);
  if (!Array.isArray(entries)) return fail(`This file is damaged: it has no list of ${name}.`);
  if (entries.length > MAX_ENTRIES) {
    return fail(`This file has more than ${MAX_ENTRIES} ${name}, which is over the limit.`);
  }
  const values: Value[] = [];
  for (const [index, entry] of entries.entries()) {
    const value = read(entry);
    if (value === null) {
      return fail(`This file is damaged: entry ${index + 1} of its ${name} cannot be read.`);
    }
    values.push(value);
  }
  return ok(values);
}

function readSavedDraft(entry: JsonValue): SavedDraft | null {
  if (!isJsonObject(entry)) return null;
  const { savedAt } = entry;
  const draft: Draft | null = readDraft(entry['draft']);
  return draft && isTime(savedAt) ? { savedAt, draft } : null;
}

/** The user's settings by localStorage key. */
type Settings = Readonly<Record<string, string>>;

const MAX_SETTINGS = 40;

/** Keys of the layout library's entries and of the playground's own choices. */
const LAYOUT = /^react-resizable-panels:playground:[\w:-]{1,100}$/;
const CHOICE = /^playground:[a-z-]{1,40}$/;

/** Whether the entry is a setting that another browser can import. */
function isSetting(name: string, value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (CHOICE.test(name)) return /^[\w-]{1,40}$/.test(value);
  return LAYOUT.test(name) && isLayout(value);
}

export function settingsIn(entries: Iterable<readonly [string, string]>): Settings {
  return Object.fromEntries([...entries].filter(([name, value]) => isSetting(name, value)));
}

/** Validates a file's settings; null if any is invalid. */
function readSettings(stored: unknown): Settings | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const entries = Object.entries(stored);
  if (entries.length > MAX_SETTINGS) return null;
  return entries.every(([name, value]) => isSetting(name, value))
    ? (Object.fromEntries(entries) as Settings)
    : null;
}

/** Whether the value maps pane names to sizes in percent. */
function isLayout(value: string): boolean {
  try {
    const sizes: unknown = JSON.parse(value);
    if (value.length > 1000 || typeof sizes !== 'object' || sizes === null) return false;
    return Object.values(sizes).every(
      (size) => typeof size === 'number' && size >= 0 && size <= 100,
    );
  } catch {
    return false;
  }
}

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
