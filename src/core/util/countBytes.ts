type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Passes on what is piped through it.
 *
 * @param onBytes hears after each chunk how many have passed so far
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
