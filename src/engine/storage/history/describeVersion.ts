import type { VersionReason } from '#core/project/newVersion.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { charactersOf } from './projectDifference.ts';
import type { SavedVersion } from './savedVersion.ts';
import type { Capacity } from './versionTable.ts';

interface Day {
  /** The id of its first version, which identifies the day. */
  readonly id: number;
  /** Such as `Today`, `Yesterday`, `3 May 2024`. */
  readonly title: string;
  readonly versions: readonly SavedVersion[];
}

/** Groups versions by local days, keeping their order. */
export function byDays(versions: readonly SavedVersion[], now: Date, locale?: string): Day[] {
  const days: { id: number; title: string; versions: SavedVersion[] }[] = [];
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
export function timeOf({ time }: Pick<SavedVersion, 'time'>, locale?: string): string {
  return new Date(time).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
}

/** Lines that many shaders share and that therefore describe none of them. */
const COMMON_LINE = /^(import\b|#include\b|\[|__exported\b)/;

/** Comment marks and other leading characters except letters, digits, `[` and `#`. */
const MARKS = /^(\/\*+|\*+\/?|\/\/+!?|[^\p{L}\p{N}[#])+/u;

/**
 * The first line that describes a source: the first words of a comment, or the first declaration.
 */
export function firstDescriptiveLine(text: string): string {
  let first = '';
  // The start of the source is enough.
  for (const line of text.slice(0, 20_000).split('\n')) {
    const words = line
      .trim()
      .replace(MARKS, '')
      .replace(/(?<!\*)\*+\/$/, '')
      .trim();
    if (words === '') continue;
    if (!COMMON_LINE.test(words)) return words.slice(0, 200);
    if (first === '') first = words.slice(0, 200);
  }
  return first === '' ? '(empty)' : first;
}

/** Why the version was saved; continues "Saved …". */
export function describeReason(reason: VersionReason): string {
  switch (reason) {
    case 'run':
      return 'when you ran it';
    case 'pause':
      return 'when you paused typing';
    case 'saved':
      return 'when you saved it';
    case 'replaced':
      return 'before you opened another source';
    case 'left':
      return 'from a closed tab';
    default:
      return assertNever(reason);
  }
}

export function describeSpace(versions: readonly SavedVersion[], capacity: Capacity): string {
  const used = versions.reduce((sum, version) => sum + charactersOf(version), 0);
  const left = Math.max(0, capacity.versions - versions.length);
  const [free, most] = [Math.max(0, capacity.characters - used), capacity.characters].map(
    (characters) => (characters / 1e6).toLocaleString('en', { maximumFractionDigits: 1 }),
  );
  return `Space left: ${left} of ${capacity.versions} versions, ${free} of ${most} million characters.`;
}

/** The name of the source's file, such as `circle.slang`; null for a shared source. */
export function originOf({ uri }: Pick<SavedVersion, 'uri'>): string | null {
  const name = /(?<![^/?#])([^/?#]+\.slang)(?:[?#]|$)/.exec(uri)?.[1] ?? null;
  return name === 'user.slang' ? null : name;
}

/** The versions whose name, files or origin contain the query, ignoring case. */
export function searchVersions(
  versions: readonly SavedVersion[],
  query: string,
): readonly SavedVersion[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return versions;
  return versions.filter((version) => {
    const { name, text, files, assets } = version;
    const searched = [
      ...[name, text, originOf(version)],
      ...files.flatMap((file) => [file.path, file.text]),
      ...assets.map(({ path }) => path),
    ];
    return searched.some((each) => each?.toLowerCase().includes(wanted) ?? false);
  });
}
