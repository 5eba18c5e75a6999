/**
 * Invisible characters that can change how a text looks: controls, bidirectional marks, and
 * zero-width characters. Joiners and variation selectors count only beside ASCII, since emoji and
 * some scripts need them.
 */
export const HIDDEN_CHARACTERS = new RegExp(
  [
    // Controls except tab and line feed; the Hangul fillers; the soft hyphen.
    String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u115f\u1160\u3164\uffa0\ufff9-\ufffc]`,
    // Bidirectional marks, zero-width spaces, invisible operators, line separators, tags.
    String.raw`[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]`,
    String.raw`(?<=[\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?=[\0-\x7f])`,
    String.raw`(?<=[A-Za-z_])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'gu',
);

/** Counting stops here; a message says "at least". */
const MOST_COUNTED = 1000;

interface HiddenCharacters {
  /** At most {@link MOST_COUNTED}. */
  readonly count: number;
  /** Offset of the first, in UTF-16 units. */
  readonly first: number;
  /** Unique names, such as `U+202E`. */
  readonly names: readonly string[];
}

export function findHiddenCharacters(text: string): HiddenCharacters | null {
  const names = new Set<string>();
  let count = 0;
  let first = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN_CHARACTERS)) {
    if (count === 0) first = index;
    names.add(codePointName(character.codePointAt(0) ?? 0));
    count += 1;
    if (count === MOST_COUNTED) break;
  }
  return count === 0 ? null : { count, first, names: [...names] };
}

/** Maximum number of kinds that a message names. */
const MAX_NAMES = 3;

/** Such as `2 invisible characters (U+202E, U+200B)`. */
export function hiddenText({ count, names }: Pick<HiddenCharacters, 'count' | 'names'>): string {
  const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names;
  const number = count < MOST_COUNTED ? String(count) : `at least ${MOST_COUNTED}`;
  const what = count === 1 ? 'an invisible character' : `${number} invisible characters`;
  return `${what} (${shown.join(', ')})`;
}

/** Such as `U+202E`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
