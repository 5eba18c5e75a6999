import { readTokens } from '#core/source/tokens.ts';
import { applyEdits, type Edit } from './change.ts';

/**
 * Removes blank lines and needless spaces. Indents by braces, which open at the end of a line.
 * Comments and directives keep their lines.
 */
export function tidy(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  for (const line of withoutGaps(text).split('\n')) {
    const words = line.trim();
    if (words === '') continue;
    const { lowest, change } = bracesIn(words);
    lines.push(`${'  '.repeat(Math.max(0, depth + lowest))}${words}`);
    depth = Math.max(0, depth + change);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Removes spaces that nobody would write between two tokens. */
function withoutGaps(text: string): string {
  const tokens = readTokens(text);
  const edits = tokens.flatMap((token, index): Edit[] => {
    const before = tokens[index - 1];
    const from = before?.to ?? 0;
    const gap = text.slice(from, token.from);
    if (before === undefined || gap.trim() !== '') return [];
    const insert = gapBetween(before.text, token.text, gap);
    return insert === gap ? [] : [{ from, to: token.from, insert }];
  });
  return applyEdits(text, edits);
}

function gapBetween(before: string, after: string, gap: string): string {
  if (gap === '') return '';
  if (before === '{' && after === '}') return '';
  if (after === '{') return ' ';
  if (/^[;,)\]]$/.test(after) || /^[([]$/.test(before)) return '';
  return gap.includes('\n') ? gap : ' ';
}

function bracesIn(line: string): { readonly lowest: number; readonly change: number } {
  let change = 0;
  let lowest = 0;
  for (const { text } of readTokens(line)) {
    if (text === '{') change += 1;
    else if (text === '}') change -= 1;
    lowest = Math.min(lowest, change);
  }
  return { lowest, change };
}
