import { areAssets, areFiles } from '#core/project/draft.ts';
import type { NewVersion, VersionReason } from '#core/project/newVersion.ts';
import { isJsonObject, type JsonValue } from '#core/util/json.ts';
import { uniqueName } from '#core/util/uniqueName.ts';

export interface DatedVersion extends NewVersion {
  /** Milliseconds since 1970, by the clock at that moment, which may have been wrong. */
  readonly time: number;
  /** The name that the user gave it; null if it has none. */
  readonly name: string | null;
  /** Whether it is kept until the user unpins or deletes it. */
  readonly pinned: boolean;
}

export interface SavedVersion extends DatedVersion {
  /** Later versions have greater ids, whatever the clock says. */
  readonly id: number;
  readonly imported: boolean;
}

/** In UTF-16 units. */
export const MAX_NAME_LENGTH = 100;

const REASONS: readonly VersionReason[] = ['run', 'pause', 'saved', 'replaced', 'left'];

/** A version as stored or exported. Format 1 has no lineage. */
type ParsedVersion = Omit<DatedVersion, 'lineage'> & { readonly lineage: string | null };

/** Validates a stored or exported version; null if any part is invalid. */
export function readVersion(stored: JsonValue | undefined): ParsedVersion | null {
  if (!isJsonObject(stored)) return null;
  const { text, uri, foreign, time, lineage = null, name = null, pinned = false } = stored;
  const { files = [], assets = [], givenName = null } = stored;
  const reason = REASONS.find((known) => known === stored['reason']);
  if (typeof text !== 'string' || typeof uri !== 'string' || typeof foreign !== 'boolean')
    return null;
  if (!isShortString(givenName)) return null;
  if (!isShortString(lineage) || !isShortString(name) || typeof pinned !== 'boolean') return null;
  if (!areFiles(files) || !areAssets(assets)) return null;
  return reason && isTime(time)
    ? { text, files, assets, uri, foreign, givenName, reason, time, lineage, name, pinned }
    : null;
}

/** The normalized name; null if it is blank. */
export function nameFrom(typed: string): string | null {
  const name = typed.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
  return name === '' ? null : name;
}

function isShortString(value: JsonValue): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= MAX_NAME_LENGTH);
}

/** Whether the value is a valid time for a Date. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}

/** The lineage is null in versions stored before lineages existed. */
type Stored = Pick<NewVersion, 'uri' | 'foreign' | 'reason'> & { readonly lineage: string | null };

/**
 * Gives a lineage to each version without one. Adjacent versions with the same origin share a
 * lineage, which ends with a version saved because its source was replaced or its tab closed.
 *
 * @param versions oldest first
 */
export function withLineages<Entry extends Stored>(
  versions: readonly Entry[],
): (Entry & { readonly lineage: string })[] {
  let before: Entry | undefined;
  let current = '';
  return versions.map((version) => {
    if (version.lineage !== null) return { ...version, lineage: version.lineage };
    const continues =
      before?.uri === version.uri && before.foreign === version.foreign && !endsLineage(before);
    if (!continues) current = uniqueName();
    before = version;
    return { ...version, lineage: current };
  });
}

function endsLineage({ reason }: Stored): boolean {
  return reason === 'replaced' || reason === 'left';
}
