import { createAssetStore } from './store.ts';

/** The page's one store: what only the session has is in it. */
export const assetStore = createAssetStore();
