import type { Asset } from '#core/project/project.ts';
import { quoted } from '#core/util/text.ts';
import { dataBytes } from './data.ts';
import { isImageType } from './kinds.ts';
import { assetStore } from './pageStore.ts';
import type { AssetStore } from './store.ts';

/**
 * The content of an image, or the bytes that DATA reads from a data file.
 *
 * @throws if this browser does not have the content, or the file is invalid
 */
export async function readAsset(
  { path, hash, type }: Asset,
  store: AssetStore = assetStore,
): Promise<Blob> {
  const content = await store.get(hash);
  if (!content) {
    throw new Error(
      `${quoted(path)} is in the project, but this browser does not have its content. Add the file again under this name.`,
    );
  }
  if (isImageType(type)) return new Blob([content], { type });
  const bytes = dataBytes(type, content);
  if (!bytes.ok) throw new Error(`${quoted(path)} cannot be used. ${bytes.error}`);
  return new Blob([bytes.value]);
}

/** Why an address is neither on the web nor in the project, which has relative addresses only. */
export function describeMissing(address: string, reason: string): string {
  const isRelative = URL.parse(address) === null && !address.startsWith('/');
  if (!isRelative) return reason;
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${sentence} The project has no image or data named ${quoted(address)} either: drop the file on the page to add it.`;
}
