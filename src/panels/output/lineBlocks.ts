/**
 * Cuts a text after each so many lines. Together the blocks are the text, line breaks and all; the
 * browser lays out those in sight only.
 */
export function lineBlocks(text: string, lines: number): string[] {
  const blocks: string[] = [];
  let start = 0;
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count += 1;
    if (count % lines === 0) {
      blocks.push(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}
