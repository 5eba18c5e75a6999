import type { LoadProgress } from '#program/loadProgress.ts';
import { messageOf } from '#shared/errors.ts';

/** What a URL or DATA command may fetch at most, in bytes. */
export const MAX_REMOTE_BYTES = 256 * 2 ** 20;

const ALLOWED_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);

export interface RemoteOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/**
 * Fetches what a command names, with anonymous CORS.
 *
 * @param url resolved against `base`
 * @throws with the address and the reason; content over {@link MAX_REMOTE_BYTES} is not read
 */
export async function fetchRemote(
  url: string,
  base: string,
  { signal, onProgress }: RemoteOptions,
): Promise<Blob> {
  const address = resolve(url, base);
  const response = await fetch(address, { mode: 'cors', credentials: 'omit', signal }).catch(
    (thrown: unknown) => {
      signal.throwIfAborted();
      throw new Error(
        `${address} could not be fetched: the server did not answer, or it does not allow other sites to read it (CORS). ${messageOf(thrown)}`,
      );
    },
  );
  if (!response.ok) {
    throw new Error(`${address} could not be fetched: ${response.status} ${response.statusText}`);
  }
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > MAX_REMOTE_BYTES) {
    await response.body?.cancel();
    throw new Error(tooLarge(address, announced));
  }
  if (!response.body) return response.blob();
  return readLimited(response, address, (received) =>
    onProgress({ received, total: announced >= received && announced > 0 ? announced : null }),
  );
}

function resolve(url: string, base: string): string {
  const address = new URL(url, base);
  if (!ALLOWED_PROTOCOLS.has(address.protocol)) {
    throw new Error(`${address} cannot be fetched: only http, https, data and blob addresses can.`);
  }
  return address.href;
}

function tooLarge(address: string, bytes: number): string {
  return `${address} has ${bytes} bytes; at most ${MAX_REMOTE_BYTES} are read.`;
}

async function readLimited(
  response: Response,
  address: string,
  onReceived: (bytes: number) => void,
): Promise<Blob> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_REMOTE_BYTES) throw new Error(tooLarge(address, bytes));
      onReceived(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit), { headers: response.headers }).blob();
}
