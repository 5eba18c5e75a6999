import type { Delivery } from '#workspace/services.ts';

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

/**
 * Delivers a link: through the system's share sheet on touch screens, otherwise through the
 * clipboard. Call it while handling a press, because browsers require a user gesture for both.
 *
 * @param link rejects if the link cannot be created; nothing is delivered then
 */
export async function deliverLink(link: Promise<string>): Promise<Delivery> {
  if (prefersShareSheet()) {
    const delivery = await offerShareSheet(link);
    if (delivery !== 'failed') return delivery;
  }
  return (await copyText(link)) ? 'copied' : 'failed';
}

function prefersShareSheet(): boolean {
  return 'share' in navigator && matchMedia('(pointer: coarse)').matches;
}

async function offerShareSheet(link: Promise<string>): Promise<Delivery> {
  try {
    await navigator.share({ title: document.title, url: await link });
    return 'shared';
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}
