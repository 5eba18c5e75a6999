/**
 * Quotes a value for a message. Control characters are escaped; a long value is cut and followed by
 * its length.
 */
export function quoted(value: string, most = 80): string {
  if (value.length <= most) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, most))}… (${value.length} characters)`;
}

/** The first `length` UTF-16 units of a text, one less if the cut would split a surrogate pair. */
export function head(text: string, length: number): string {
  const cut = text.slice(0, length);
  const isHalf = cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut);
  return isHalf ? cut.slice(0, -1) : cut;
}

/** The text, cut with an ellipsis if it is longer than `most` UTF-16 units. */
export function brief(text: string, most = 1000): string {
  return text.length <= most ? text : `${head(text, most).trimEnd()}…`;
}

/**
 * A short fingerprint of a text: its length and the 32-bit FNV-1a hash of its UTF-16 units. Not
 * collision-resistant.
 */
export function textHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${text.length}-${hash.toString(16)}`;
}
