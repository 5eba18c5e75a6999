type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Passes data through unchanged.
 *
 * @param onBytes called after each chunk with the number of bytes so far
 */
export function countBytes(onBytes: (count: number) => void): TransformStream<Bytes, Bytes> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength;
      onBytes(count);
      controller.enqueue(chunk);
    },
  });
}
