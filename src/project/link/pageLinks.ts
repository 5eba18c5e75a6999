import { ok } from '#shared/result.ts';
import { createLinks } from './links.ts';

/** The links of this page, with the page's store of images and data, which few of them have. */
export const pageLinks = createLinks({
  async read({ hash }) {
    const { assetStore } = await import('#project/assets/pageStore.ts');
    return assetStore.get(hash);
  },
  async keep({ path, type, content }) {
    const { assetStore } = await import('#project/assets/pageStore.ts');
    const hash = await sha256OfBytes(content);
    // If the browser refuses it, the content stays as long as the page.
    await assetStore.put(hash, content.buffer);
    return ok({ path, type, size: content.byteLength, hash });
  },
});

async function sha256OfBytes(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', content);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
