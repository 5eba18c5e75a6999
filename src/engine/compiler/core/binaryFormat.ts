/** The media type with which browsers compile a response while it downloads. */
export const WASM_TYPE = 'application/wasm';

/** How the compiler's binary arrives: some hosts have already decompressed it. */
export type BinaryFormat = 'gzip' | 'wasm';

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
