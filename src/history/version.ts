import { isJsonObject, type JsonValue } from '#shared/json.ts';
import type { NewVersion, VersionReason } from '#workspace/services.ts';

/** A text as it was at some time. */
export interface DatedVersion extends NewVersion {
  /** Milliseconds since 1970, by the clock of that time, which may have been wrong. */
  readonly time: number;
}

/** A version in the history. */
export interface Version extends DatedVersion {
  /** Later versions have greater ones, whatever the clock said. */
  readonly id: number;
}

const REASONS: readonly VersionReason[] = ['run', 'pause', 'replaced', 'left'];

/** A version as it was stored, or as a file has it; null if it is not one in every part. */
export function readVersion(stored: JsonValue | undefined): DatedVersion | null {
  if (!isJsonObject(stored)) return null;
  const { text, uri, foreign, time } = stored;
  const reason = REASONS.find((known) => known === stored['reason']);
  if (typeof text !== 'string' || typeof uri !== 'string' || typeof foreign !== 'boolean')
    return null;
  return reason && isTime(time) ? { text, uri, foreign, reason, time } : null;
}

/** Whether it is a time that a date can be made of. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}
