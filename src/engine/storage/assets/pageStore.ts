import { createAssetStore } from './store.ts';

/** The page's only store. It also holds contents that last only as long as the page. */
export const assetStore = createAssetStore();
