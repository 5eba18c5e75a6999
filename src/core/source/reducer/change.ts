import { readTokens, type Span } from '#core/source/tokens.ts';

interface Edit extends Span {
  readonly insert: string;
}

/** Edits that belong together, such as a parameter and its arguments. */
export type Change = readonly Edit[];

/**
 * Yields smaller texts, and receives for each whether the fault is still there. Returns the
 * smallest text that has it.
 */
export type Reduction<Value> = Generator<Value, Value, boolean>;

export function removal({ from, to }: Span): Edit {
  return { from, to, insert: '' };
}

/** Applies all edits. An edit that begins within another is dropped. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((one, other) => one.from - other.from || other.to - one.to);
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, insert } of sorted) {
    if (from < at) continue;
    pieces.push(text.slice(at, from), insert);
    at = to;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

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
