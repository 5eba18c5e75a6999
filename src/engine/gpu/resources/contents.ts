import type { LoadProgress } from '#core/output/compilerState.ts';
import type { FetchRules } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Asset } from '#core/project/project.ts';
import { type Fetched, fetchLimited } from '#core/util/fetchLimited.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Result } from '#core/util/result.ts';

export interface AssetReader {
  /** @throws with the name and the reason if the content is not available */
  read(asset: Asset): Promise<Blob>;
  describeMissing(address: string, reason: string): Promise<string>;
}

interface Contents {
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

/** Maximum bytes that a URL or DATA command may fetch. */
export const MAX_REMOTE_BYTES = 256 * 2 ** 20;

const ALLOWED_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);

interface RemoteOptions extends FetchRules {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/**
 * Fetches a command's URL with anonymous CORS. A failure contains the address and the reason. Stops
 * reading at {@link MAX_REMOTE_BYTES}.
 *
 * @param url resolved against `base`
 * @throws if the address is invalid or its protocol is not allowed
 */
export async function fetchRemote(
  url: string,
  base: string,
  { followsRedirects, signal, onProgress }: RemoteOptions,
): Promise<Result<Fetched>> {
  return await fetchLimited(resolve(url, base), {
    maxBytes: MAX_REMOTE_BYTES,
    signal,
    followsRedirects,
    onReceived: (received, total) => onProgress({ received, total }),
  });
}

function resolve(url: string, base: string): string {
  const address = new URL(url, base);
  if (!ALLOWED_PROTOCOLS.has(address.protocol)) {
    throw new Error(`${address} cannot be fetched: only http, https, data and blob addresses can.`);
  }
  return address.href;
}
