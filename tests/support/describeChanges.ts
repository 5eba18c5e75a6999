import type { ChangedLine, CodeDifference } from '#program/codeDifference/codeDifference.ts';

/**
 * The changed lines with sign and number; the words that have changed are in brackets. The last line
 * counts.
 */
export function describeChanges(
  before: string,
  after: string,
  { hunks, added, removed, renamed }: CodeDifference,
): string {
  const lines = (text: string, sign: string, changed: readonly ChangedLine[]) =>
    changed.map(({ line, words }) => {
      const code = text.split('\n')[line - 1] ?? '';
      const marked = words.reduceRight(
        (rest, { from, to }) => `${rest.slice(0, from)}[${rest.slice(from, to)}]${rest.slice(to)}`,
        code,
      );
      return `${sign} ${line}: ${marked.trim()}`;
    });
  return [
    ...hunks.flatMap((hunk) => [
      ...lines(before, '-', hunk.removed),
      ...lines(after, '+', hunk.added),
      '',
    ]),
    `${added} added, ${removed} removed, ${renamed} renamed`,
  ].join('\n');
}
