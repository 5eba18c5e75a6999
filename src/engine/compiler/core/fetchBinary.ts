import type { LoadProgress } from '#core/output/loadProgress.ts';
import { countBytes } from '#core/util/countBytes.ts';

export interface BinaryFetch {
  readonly url: string;
  /** The binary's inflated size in bytes: the total if the server has already inflated it. */
  readonly inflatedBytes: number;
  readonly onProgress: (progress: LoadProgress) => void;
  /** Tests replace it. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Fetches the compiler's binary and compiles it while it arrives. A gzip stream is inflated on the
 * way; with `Content-Encoding: gzip`, the browser has already inflated it.
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
  if (!response.body) throw new Error('No response body');
  const contentLength = Number(response.headers.get('content-length') ?? Number.NaN);
  if (!Number.isFinite(contentLength)) {
    console.warn(`${url} came without Content-Length: its progress cannot be shown.`);
  }

  const { format, stream } = await sniff(response.body, url);
  const total = totalBytes(contentLength, format, request.inflatedBytes);
  const counted = stream.pipeThrough(
    countBytes((count) => {
      request.onProgress({ received: total === null ? count : Math.min(count, total), total });
    }),
  );
  const wasm = format === 'gzip' ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  return WebAssembly.compileStreaming(
    new Response(wasm, { headers: { 'content-type': 'application/wasm' } }),
  );
}

type BinaryFormat = 'gzip' | 'wasm';

function totalBytes(
  contentLength: number,
  format: BinaryFormat,
  inflatedBytes: number,
): number | null {
  if (!Number.isFinite(contentLength)) return null;
  return format === 'gzip' ? contentLength : inflatedBytes;
}

const MAGIC: Readonly<Record<BinaryFormat, readonly number[]>> = {
  gzip: [0x1f, 0x8b],
  wasm: [0x00, 0x61, 0x73, 0x6d],
};

/** Detects the format from the first bytes, and returns a stream that still has them. */
async function sniff(
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
