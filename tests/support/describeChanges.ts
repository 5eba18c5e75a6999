import type { ChangedLine, CodeDifference } from '#core/output/difference/codeDifference.ts';

/**
 * The changed lines with sign and number; changed words are in brackets. An empty line ends each
 * hunk, and the last line is a count.
 */
export function describeChanges(
  before: string,
  after: string,
  { hunks, added, removed, renamed }: CodeDifference,
): string {
  return [
    ...hunks.flatMap((hunk) => [...describeHunk(before, after, hunk), '']),
    `${added} added, ${removed} removed, ${renamed} renamed`,
  ].join('\n');
}

/** The changed lines of one hunk, as in {@link describeChanges}. */
export function describeHunk(
  before: string,
  after: string,
  { removed, added }: CodeDifference['hunks'][number],
): string[] {
  return [...markLines(before, '-', removed), ...markLines(after, '+', added)];
}

function markLines(text: string, sign: string, changed: readonly ChangedLine[]): string[] {
  const lines = text.split('\n');
  return changed.map(({ line, words }) => {
    const marked = words.reduceRight(
      (rest, { from, to }) => `${rest.slice(0, from)}[${rest.slice(from, to)}]${rest.slice(to)}`,
      lines[line - 1] ?? '',
    );
    return `${sign} ${line}: ${marked.trim()}`;
  });
}
