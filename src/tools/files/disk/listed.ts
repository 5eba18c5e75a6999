const MAX_NAMES = 5;

/** Formats file names for a sentence, such as `a.slang, b.slang, and 3 more`. */
export function listed(paths: readonly string[]): string {
  const others = paths.length - MAX_NAMES;
  const shown = others > 0 ? [...paths.slice(0, MAX_NAMES), `${others} more`] : paths;
  return new Intl.ListFormat('en').format(shown);
}
