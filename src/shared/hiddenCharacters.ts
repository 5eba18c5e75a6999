/**
 * Characters that change how a text looks without being seen themselves: controls, marks of text
 * direction, and characters without width. Joiners and variation selectors count only beside ASCII,
 * since emoji and some scripts need them.
 */
export const HIDDEN_CHARACTERS = new RegExp(
  [
    // Controls but tab and line feed; the Hangul fillers; the soft hyphen.
    String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u115f\u1160\u3164\uffa0\ufff9-\ufffc]`,
    // Directions, spaces without width, invisible operators, separators of lines, the tags.
    String.raw`[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]`,
    String.raw`(?<=[\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?=[\0-\x7f])`,
    String.raw`(?<=[A-Za-z_])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'gu',
);

/** Nobody needs to know the number of more. */
export const MOST_COUNTED = 1000;

export interface HiddenCharacters {
  /** At most {@link MOST_COUNTED}. */
  readonly count: number;
  /** Where the first stands, in UTF-16 units. */
  readonly first: number;
  /** Such as `U+202E`, each kind once. */
  readonly names: readonly string[];
}

/** Null if the text has none. */
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

/** Such as `U+202E`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
