/** The `.name` or `[…]` at an offset; null if there is neither. */
export function nextStep(text: string, offset: number): string | null {
  if (text[offset] === '.') return /^\.\w+/.exec(text.slice(offset, offset + 200))?.[0] ?? null;
  if (text[offset] !== '[') return null;
  let depth = 0;
  for (let end = offset; end < text.length; end += 1) {
    if (text[end] === '[') depth += 1;
    if (text[end] === ']') depth -= 1;
    if (depth === 0) return text.slice(offset, end + 1);
  }
  return null;
}
