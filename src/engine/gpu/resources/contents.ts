import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Asset } from '#core/project/project.ts';
import type { Fetched } from '#core/util/fetchLimited.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Result } from '#core/util/result.ts';

export interface AssetReader {
  /** @throws with the name and the reason if the content is not available */
  read(asset: Asset): Promise<Blob>;
  describeMissing(address: string, reason: string): Promise<string>;
}

export interface Contents {
  readonly assets: AssetReader;
  fetch(address: string): Promise<Result<Fetched>>;
}

/**
 * Prefers the project's asset; otherwise fetches the address.
 *
 * @throws with the name or address, and the reason
 */
export async function readContent(
  address: string,
  used: RunDescriptor['assets'],
  { assets, fetch }: Contents,
): Promise<Blob> {
  const asset = ownValue(used, address);
  if (asset) return assets.read(asset);
  const fetched = await fetch(address);
  if (fetched.ok) return fetched.value.body;
  throw new Error(await assets.describeMissing(address, fetched.error));
}
