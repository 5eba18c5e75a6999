/** Quotes a value in a message: control characters are escaped, and long ones cut with their length. */
export function quoted(value: string, most = 80): string {
  if (value.length <= most) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, most))}… (${value.length} characters)`;
}

/** The first so many UTF-16 units of a text; one less where the last would be half a character. */
export function head(text: string, length: number): string {
  const cut = text.slice(0, length);
  const isHalf = cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut);
  return isHalf ? cut.slice(0, -1) : cut;
}

/** A text for a place that has no room for a long one, which ends in an ellipsis. */
export function brief(text: string, most = 1000): string {
  return text.length <= most ? text : `${head(text, most)}…`;
}

/**
 * A short name of a text: its length and FNV-1a over its UTF-16 units, 32 bits. Tells texts apart,
 * and keeps nobody out who wants two of the same name.
 */
export function textHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${text.length}-${hash.toString(16)}`;
}
