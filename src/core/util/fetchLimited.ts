import { messageOf } from './errors.ts';
import { fail, ok, type Result } from './result.ts';

interface FetchOptions {
  /** Larger bodies fail. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Whether redirects are followed; true by default. */
  readonly followsRedirects?: boolean;
  /**
   * Called for each chunk with the bytes received so far and in total; `total` is null if unknown.
   */
  readonly onReceived?: (received: number, total: number | null) => void;
}

export interface Fetched {
  /** Its type is the server's Content-Type. */
  readonly body: Blob;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/**
 * Fetches with anonymous CORS. The failure is a sentence with the address and the reason; throws
 * only if `signal` aborts.
 *
 * @param address absolute
 */
export async function fetchLimited(
  address: string,
  options: FetchOptions,
): Promise<Result<Fetched>> {
  const { maxBytes, signal, followsRedirects = true } = options;
  const redirect = followsRedirects ? 'follow' : 'manual';
  let response: Response;
  try {
    response = await fetch(address, { mode: 'cors', credentials: 'same-origin', redirect, signal });
  } catch (thrown) {
    signal.throwIfAborted();
    return fail(
      `${address} could not be fetched: the server did not answer, or it does not allow other sites to read it (CORS). ${messageOf(thrown)}`,
    );
  }
  if (response.type === 'opaqueredirect') {
    return fail(
      `${address} could not be fetched: it redirects to another address, which a shader from a link may not follow. Use that address in the shader.`,
    );
  }
  if (!response.ok) {
    await response.body?.cancel();
    return fail(
      `${address} could not be fetched: ${response.status} ${response.statusText}`.trimEnd(),
    );
  }
  const announced = announcedLength(response);
  if (announced > maxBytes) {
    await response.body?.cancel();
    return fail(tooLarge(address, announced, maxBytes));
  }
  const body = await readLimited(response, address, options);
  return body.ok ? ok({ body: body.value, url: response.url || address }) : body;
}

/** Bytes; 0 if unknown. For a compressed body, the compressed length. */
function announcedLength(response: Response): number {
  return Number(response.headers.get('content-length') ?? 0);
}

function tooLarge(address: string, bytes: number, maxBytes: number): string {
  return `${address} has ${bytes} bytes; at most ${maxBytes} are read.`;
}

async function readLimited(
  response: Response,
  address: string,
  { maxBytes, signal, onReceived }: FetchOptions,
): Promise<Result<Blob>> {
  const announced = announcedLength(response);
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new Error('Too large.');
      onReceived?.(bytes, announced >= bytes ? announced : null);
      controller.enqueue(chunk);
    },
  });
  try {
    const body = response.body?.pipeThrough(limit) ?? null;
    return ok(await new Response(body, { headers: response.headers }).blob());
  } catch (thrown) {
    signal.throwIfAborted();
    if (bytes > maxBytes) return fail(tooLarge(address, bytes, maxBytes));
    return fail(`${address} could not be fetched completely. ${messageOf(thrown)}`);
  }
}
