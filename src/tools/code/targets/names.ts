/** Names of entry points that a text lists. */
const MAX_NAMES = 2;

/** Some of all entry points: their names, or their number. */
export function namesText(names: readonly string[], total: number): string {
  return names.length <= MAX_NAMES ? listText(names) : `${names.length} of ${total} entry points`;
}

/** Such as `a, b and c`. */
export function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
