import { ok } from '#core/util/result.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';

/** A store of images and data that lasts for one test. */
export function createMemoryStore(): AssetStore {
  const contents = new Map<string, ArrayBuffer>();
  return {
    async put(hash, content) {
      contents.set(hash, content);
      return ok(undefined);
    },
    get: async (hash) => contents.get(hash) ?? null,
  };
}
