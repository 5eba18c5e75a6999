import type { LoadProgress } from '#core/output/compilerState.ts';
import { countBytes } from '#core/util/countBytes.ts';

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

/** The media type with which browsers compile a response while it downloads. */
export const WASM_TYPE = 'application/wasm';

/** How the compiler's binary arrives: some hosts have already decompressed it. */
type BinaryFormat = 'gzip' | 'wasm';

const MAGIC: Readonly<Record<BinaryFormat, readonly number[]>> = {
  gzip: [0x1f, 0x8b],
  wasm: [0x00, 0x61, 0x73, 0x6d],
};

/**
 * Detects the format from the first bytes, and returns a stream that still contains them.
 *
 * @throws if the format is neither of the two
 */
export async function sniffBinary(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  url: string,
): Promise<{ format: BinaryFormat; stream: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const reader = body.getReader();
  const first = await reader.read();
  const bytes = first.value ?? new Uint8Array();
  const format = startsWith(bytes, MAGIC.gzip)
    ? 'gzip'
    : startsWith(bytes, MAGIC.wasm)
      ? 'wasm'
      : undefined;
  if (!format) {
    await reader.cancel();
    throw new Error(`${url} is not the compiler's binary: it starts with ${describe(bytes)}.`);
  }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { format, stream };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function describe(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing';
  return [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

export function inflate(
  format: BinaryFormat,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return format === 'gzip' ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
}
