import { readTokens } from '#program/source/tokens.ts';

/**
 * The text without blank lines and needless space, indented by its braces; empty braces are on one
 * line. Texts with directives or with strings of more than a line keep their lines.
 */
export function tidy(text: string): string {
  let depth = 0;
  const closed = isPlain(text) ? text.replace(/\{\s+\}/g, '{}').replace(/\s+;/g, ';') : text;
  const lines: string[] = [];
  for (const line of closed.split('\n')) {
    const words = line.trim().replace(/(?<=\S)[ \t]+(?=\S)/g, ' ');
    if (words === '') continue;
    const { opened, closedFirst, change } = bracesIn(words);
    lines.push(`${'  '.repeat(Math.max(0, depth - closedFirst))}${opened}`);
    depth = Math.max(0, depth + change);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Without what a change of space could change the meaning of. */
function isPlain(text: string): boolean {
  return !/["'#\\]/.test(text);
}

function bracesIn(line: string) {
  let change = 0;
  let lowest = 0;
  for (const { text } of readTokens(line)) {
    if (text === '{') change += 1;
    else if (text === '}') change -= 1;
    lowest = Math.min(lowest, change);
  }
  return { opened: line, closedFirst: -lowest, change };
}
