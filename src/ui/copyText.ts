/**
 * Copies a text to the clipboard; call it while handling a user gesture. Resolves to whether the
 * copy succeeded.
 *
 * @param text may resolve a moment later
 */
export async function copyText(text: Promise<string>): Promise<boolean> {
  try {
    // WebKit drops the user gesture at the first await, but accepts a promise of the text.
    if (navigator.vendor.startsWith('Apple')) {
      const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } else await navigator.clipboard.writeText(await text);
    return true;
  } catch {
    return false;
  }
}
