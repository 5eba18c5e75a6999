/**
 * The source inside an element: its first `<script>` or `<pre>`, else all its text, without the
 * indentation that the page adds. Empty if there is none.
 */
export function innerSource(element: ParentNode & Pick<Node, 'textContent'>): string {
  const holder = element.querySelector('script[type="text/slang"], pre') ?? element;
  return unindented(holder.textContent ?? '');
}

/** Removes blank lines around the text, and the indentation that all its lines share. */
export function unindented(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  if (depths.length === 0) return '';
  return `${lines.map((line) => line.slice(depth)).join('\n')}\n`;
}
