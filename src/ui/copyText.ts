/**
 * Puts a text on the clipboard while a press is handled. Resolves whether it is there.
 *
 * @param text may come a moment later
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
