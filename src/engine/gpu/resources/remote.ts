import type { LoadProgress } from '#core/output/compilerState.ts';
import type { FetchRules } from '#core/plan/runControls.ts';
import { type Fetched, fetchLimited } from '#core/util/fetchLimited.ts';
import type { Result } from '#core/util/result.ts';

/** What a URL or DATA command may fetch at most, in bytes. */
export const MAX_REMOTE_BYTES = 256 * 2 ** 20;

const ALLOWED_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);

interface RemoteOptions extends FetchRules {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/**
 * Fetches what a command names, with anonymous CORS. The failure has the address and the reason;
 * content over {@link MAX_REMOTE_BYTES} is not read.
 *
 * @param url resolved against `base`
 * @throws if the address is invalid, or of a protocol that is not fetched
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
