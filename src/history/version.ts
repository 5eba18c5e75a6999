import { isJsonObject, type JsonValue } from '#shared/json.ts';
import type { NewVersion, VersionReason } from '#workspace/services.ts';

/** A text as it was at some time. */
export interface DatedVersion extends NewVersion {
  /** Milliseconds since 1970, by the clock of that time, which may have been wrong. */
  readonly time: number;
  /** What the user calls it; null if they gave it no name. */
  readonly name: string | null;
  /** Stays in the history until the user unpins or deletes it. */
  readonly pinned: boolean;
}

/** A version in the history. */
export interface Version extends DatedVersion {
  /** Later versions have greater ones, whatever the clock said. */
  readonly id: number;
  /** It came with a file. */
  readonly imported: boolean;
}

/** In UTF-16 units. */
export const MAX_NAME_LENGTH = 100;

const REASONS: readonly VersionReason[] = ['run', 'pause', 'saved', 'replaced', 'left'];

/** A version as it was stored or exported; the lineage is null in those of format 1. */
export type ReadVersion = Omit<DatedVersion, 'lineage'> & { readonly lineage: string | null };

/** A version as it was stored, or as a file has it; null if it is not one in every part. */
export function readVersion(stored: JsonValue | undefined): ReadVersion | null {
  if (!isJsonObject(stored)) return null;
  const { text, uri, foreign, time, lineage = null, name = null, pinned = false } = stored;
  const reason = REASONS.find((known) => known === stored['reason']);
  if (typeof text !== 'string' || typeof uri !== 'string' || typeof foreign !== 'boolean')
    return null;
  if (!isShortString(lineage) || !isShortString(name) || typeof pinned !== 'boolean') return null;
  return reason && isTime(time)
    ? { text, uri, foreign, reason, time, lineage, name, pinned }
    : null;
}

/** A name as it is kept; null if there is nothing in it. */
export function nameFrom(typed: string): string | null {
  const name = typed.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
  return name === '' ? null : name;
}

function isShortString(value: JsonValue): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= MAX_NAME_LENGTH);
}

/** Whether it is a time that a date can be made of. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}
