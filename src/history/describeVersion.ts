import { assertNever } from '#shared/assertNever.ts';
import type { VersionReason } from '#workspace/services.ts';
import type { Room } from './room.ts';
import type { Version } from './version.ts';

/** The versions of one day. */
export interface Day {
  /** Of its first version, which tells it from other days. */
  readonly id: number;
  /** Such as `Today`, `Yesterday`, `3 May 2024`. */
  readonly title: string;
  readonly versions: readonly Version[];
}

/** Versions by days of the local clock, in the order in which they are given. */
export function byDays(versions: readonly Version[], now: Date, locale?: string): Day[] {
  const days: { id: number; title: string; versions: Version[] }[] = [];
  for (const version of versions) {
    const title = titleOf(new Date(version.time), now, locale);
    const last = days.at(-1);
    if (last?.title === title) last.versions.push(version);
    else days.push({ id: version.id, title, versions: [version] });
  }
  return days;
}

function titleOf(date: Date, now: Date, locale: string | undefined): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return date.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** Such as `14:05`. */
export function timeOf({ time }: Pick<Version, 'time'>, locale?: string): string {
  return new Date(time).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
}

/** What is imported by every other shader tells none of them apart. */
const UNTELLING = /^(import\b|#include\b|\[|__exported\b)/;

/** The marks of a comment, and whatever else has no letter or digit in it. */
const MARKS = /^(\/\*+|\*+\/?|\/\/+!?|[^\p{L}\p{N}[#])+/u;

/** The first line that tells something of a text: its first words, or its first declaration. */
export function firstTellingLine(text: string): string {
  let first = '';
  // Nobody looks for it further down.
  for (const line of text.slice(0, 20_000).split('\n')) {
    const words = line
      .trim()
      .replace(MARKS, '')
      .replace(/\s*\*+\/$/, '')
      .trim();
    if (words === '') continue;
    if (!UNTELLING.test(words)) return words.slice(0, 200);
    if (first === '') first = words.slice(0, 200);
  }
  return first === '' ? '(no text)' : first;
}

/** Why it was kept, in words. */
export function describeReason(reason: VersionReason): string {
  switch (reason) {
    case 'run':
      return 'when it was run';
    case 'pause':
      return 'at a pause in typing';
    case 'saved':
      return 'when you saved it';
    case 'replaced':
      return 'before another text was opened';
    case 'left':
      return 'from a tab that was closed';
    default:
      return assertNever(reason);
  }
}

/** How much room is left, of all that the history has, such as `12 of 400 versions`. */
export function describeRoom(versions: readonly Version[], room: Room): string {
  const used = versions.reduce((sum, { text }) => sum + text.length, 0);
  const left = Math.max(0, room.versions - versions.length);
  const [free, most] = [Math.max(0, room.characters - used), room.characters].map((characters) =>
    (characters / 1e6).toLocaleString('en', { maximumFractionDigits: 1 }),
  );
  return `Room left: ${left} of ${room.versions} versions, ${free} of ${most} million characters.`;
}

/** The name of the file that a text came from, such as `circle.slang`; null for a shared text. */
export function originOf({ uri }: Pick<Version, 'uri'>): string | null {
  const name = /([^/?#]+\.slang)(?:[?#]|$)/.exec(uri)?.[1] ?? null;
  return name === 'user.slang' ? null : name;
}

/** The versions with the query in their name, text or origin, ignoring case. */
export function searchVersions(versions: readonly Version[], query: string): readonly Version[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return versions;
  return versions.filter(
    (version) =>
      (version.name?.toLowerCase().includes(wanted) ?? false) ||
      version.text.toLowerCase().includes(wanted) ||
      (originOf(version)?.toLowerCase().includes(wanted) ?? false),
  );
}
