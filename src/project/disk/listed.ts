const MAX_NAMES = 5;

/** File names of a sentence. */
export function listed(paths: readonly string[]): string {
  const others = paths.length - MAX_NAMES;
  const shown = others > 0 ? [...paths.slice(0, MAX_NAMES), `${others} more`] : paths;
  return new Intl.ListFormat('en').format(shown);
}
