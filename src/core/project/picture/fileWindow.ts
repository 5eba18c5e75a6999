/** Bytes that are read at a time. */
const WINDOW = 65_536;

/** Reads pieces of a file, which may be too large for the memory. */
export interface FileWindow {
  readonly size: number;
  /** The bytes from `at`; fewer if the file ends before. Valid until the next call. Rejects if it cannot be read. */
  read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function openWindow(file: Blob): FileWindow {
  let from = 0;
  let bytes = new Uint8Array(0);
  return {
    size: file.size,
    async read(at, length) {
      const end = Math.min(file.size, at + length);
      if (at >= end) return new Uint8Array(0);
      if (at < from || end > from + bytes.length) {
        const piece = file.slice(at, Math.max(end, at + WINDOW));
        bytes = new Uint8Array(await piece.arrayBuffer());
        from = at;
      }
      return bytes.subarray(at - from, end - from);
    },
  };
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Bytes of ASCII as text; others become some other characters. */
export function asciiText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
