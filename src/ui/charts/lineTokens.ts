/** The names of colours in `tokens.css`, for up to four lines. More lines use them again. */
export const LINE_TOKENS = [
  '--accent',
  '--code-function',
  '--code-string',
  '--code-keyword',
] as const;

/** The colour of a line by index. */
export function lineToken(line: number): (typeof LINE_TOKENS)[number] {
  return LINE_TOKENS[line % LINE_TOKENS.length] ?? '--accent';
}
