import type { LoadProgress } from '#core/output/compilerState.ts';
import { countBytes } from '#core/util/countBytes.ts';
import { type BinaryFormat, inflate, sniffBinary, WASM_TYPE } from './binaryFormat.ts';

interface BinaryFetch {
  readonly url: string;
  /** The decompressed size; the total for progress if the server has already decompressed it. */
  readonly inflatedBytes: number;
  readonly onProgress: (progress: LoadProgress) => void;
  /** Replaced in tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Downloads the compiler's binary and compiles it while it downloads. Decompresses a gzip stream on
 * the way; with `Content-Encoding: gzip`, the browser has already done so.
 *
 * A response of the type `application/wasm`, such as the service worker's, is compiled directly and
 * reports no progress; in return, the browser caches the compiled code for the next visit.
 *
 * Warns on the console if the server sends no length. Throws if the file is missing, has no body
 * (`No response body`), is truncated, or is something else.
 */
export async function fetchBinary(request: BinaryFetch): Promise<WebAssembly.Module> {
  const { url, fetch = globalThis.fetch } = request;
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) {
    throw new Error(`${url} could not be loaded: ${response.status} ${response.statusText}`.trim());
  }
  if (response.headers.get('content-type') === WASM_TYPE) {
    return WebAssembly.compileStreaming(response);
  }
  if (!response.body) throw new Error('No response body');
  const contentLength = Number(response.headers.get('content-length') ?? Number.NaN);
  if (!Number.isFinite(contentLength)) {
    console.warn(`${url} came without Content-Length: its progress cannot be shown.`);
  }

  const { format, stream } = await sniffBinary(response.body, url);
  const total = totalBytes(contentLength, format, request.inflatedBytes);
  const counted = stream.pipeThrough(
    countBytes((count) => {
      request.onProgress({ received: total === null ? count : Math.min(count, total), total });
    }),
  );
  return WebAssembly.compileStreaming(
    new Response(inflate(format, counted), { headers: { 'content-type': WASM_TYPE } }),
  );
}

function totalBytes(
  contentLength: number,
  format: BinaryFormat,
  inflatedBytes: number,
): number | null {
  if (!Number.isFinite(contentLength)) return null;
  return format === 'gzip' ? contentLength : inflatedBytes;
}
