import type { Asset } from '#program/project/project.ts';
import { dataBytes } from './data.ts';
import { assetStore } from './pageStore.ts';

/**
 * The content of an image, or the bytes that DATA reads of a data file. Null if this browser does not
 * have it.
 *
 * @throws if the data cannot be read
 */
export async function readAsset({ hash, type }: Asset): Promise<Blob | null> {
  const content = await assetStore.get(hash);
  if (!content) return null;
  if (type.startsWith('image/')) return new Blob([content], { type });
  const bytes = dataBytes(type, content);
  if (!bytes.ok) throw new Error(bytes.error);
  return new Blob([bytes.value]);
}
