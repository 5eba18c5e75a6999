import { createLinks } from '#core/project/links/links.ts';
import { ok } from '#core/util/result.ts';

/**
 * The links of this page. Loads the store of images and data on demand, because few links need it.
 */
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
    // If the browser refuses to store it, the content lasts as long as the page.
    const kept = await importAsset({ path, content: new Blob([content]) }, beside, assetStore);
    return kept.ok ? ok(kept.value.asset) : kept;
  },
});
