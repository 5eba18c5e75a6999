import { createLinks } from '#core/project/link/links.ts';
import { ok } from '#core/util/result.ts';

/** The links of this page, with the page's store of images and data, which few of them have. */
export const pageLinks = createLinks({
  async read({ hash }) {
    const { assetStore } = await import('#engine/storage/assets/pageStore.ts');
    return assetStore.get(hash);
  },
  async keep({ path, content }, beside) {
    const [{ importAsset }, { assetStore }] = await Promise.all([
      import('#engine/storage/assets/importAsset.ts'),
      import('#engine/storage/assets/pageStore.ts'),
    ]);
    // If the browser refuses it, the content stays as long as the page.
    const kept = await importAsset({ path, content: new Blob([content]) }, beside, assetStore);
    return kept.ok ? ok(kept.value.asset) : kept;
  },
});
