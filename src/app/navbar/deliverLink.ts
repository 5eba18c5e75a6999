import type { Delivery } from '#workspace/services.ts';

/**
 * Gives a link to the user: by the system's share sheet on touch screens, else by the clipboard. To
 * be called while a press is being handled, since browsers allow neither without one.
 *
 * @param link comes later, or rejects if there is none; then it is not delivered
 */
export async function deliverLink(link: Promise<string>): Promise<Delivery> {
  if (prefersShareSheet()) {
    const delivery = await offerShareSheet(link);
    if (delivery !== 'failed') return delivery;
  }
  try {
    await copyText(link);
    return 'copied';
  } catch {
    return 'failed';
  }
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

/** WebKit forgets the press as soon as something is waited for, unless it is told what is to come. */
async function copyText(text: Promise<string>): Promise<void> {
  if (!navigator.vendor.startsWith('Apple')) return navigator.clipboard.writeText(await text);
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
