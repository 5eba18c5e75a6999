import { messageOf } from './errors.ts';
import { fail, ok, type Result } from './result.ts';

export interface FetchOptions {
  /** More is not read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Whether another address may answer in the end; yes unless it is said otherwise. */
  readonly followsRedirects?: boolean;
  /** Called with each piece: bytes so far, and in all; `total` is null if nobody says. */
  readonly onReceived?: (received: number, total: number | null) => void;
}

export interface Fetched {
  /** Its type is what the server said. */
  readonly body: Blob;
  /** The address that answered in the end, behind redirections. */
  readonly url: string;
}

/**
 * Fetches from anywhere, with anonymous CORS. Fails with the address and the reason, as a sentence;
 * throws only if `signal` aborts.
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
      `${address} could not be fetched: it leads to another address, which a shader from somebody else may not follow. Name that address in the shader.`,
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

/** In bytes; 0 if nobody says. Of a compressed body it is the length before unpacking. */
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
    return fail(`${address} could not be fetched to its end. ${messageOf(thrown)}`);
  }
}
