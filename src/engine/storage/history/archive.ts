import { type Draft, readDraft } from '#core/project/draft.ts';
import { projectIdentity } from '#core/project/project.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { SavedDraft } from './draftTable.ts';
import { withLineages } from './lineage.ts';
import { type DatedVersion, isTime, readVersion } from './savedVersion.ts';
import { readSettings, type Settings } from './settings.ts';

/** Everything that one browser stores, as one file. */
export interface Archive {
  /** Oldest first. */
  readonly versions: readonly DatedVersion[];
  /** The drafts of all tabs. */
  readonly drafts: readonly SavedDraft[];
  readonly settings: Settings;
}

const KIND = 'slang-playground-history';
/** Format 1 had versions without lineage, name and pin; formats 1 and 2 had one file each. */
const FORMAT = 3;
const FORMATS: readonly unknown[] = [1, 2, FORMAT];

/** Bytes; the history itself is smaller. */
export const MAX_ARCHIVE_BYTES = 128 << 20;
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

/** Reads a file completely. If any part is invalid, it fails with the reason as a sentence. */
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
 * exist in this browser. All of them count as foreign, whatever the file says.
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
