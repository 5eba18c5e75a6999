import type { LoadProgress } from '#core/output/compilerState.ts';
import { sha256 } from '#core/util/sha256.ts';
import {
  binaryBytes,
  binarySha256,
  compressedBytes,
  compressedSha256,
} from '#generated/slang/compiler.json';
import { windowMessage } from '#pages/embed/protocol/messages.ts';

/**
 * The compiler's binary, fetched by the parent page and compiled here. Null if that page has none;
 * throws if it returns a different file, because the page is untrusted.
 */
export async function binaryOfParent(
  url: string,
  onProgress: (progress: LoadProgress) => void,
  ask = askParentForFile,
): Promise<WebAssembly.Module | null> {
  const total = compressedBytes;
  // If the host encodes the file, more bytes arrive than the host sends.
  const file = await ask(url, (bytes) => onProgress({ received: Math.min(bytes, total), total }));
  if (!file) return null;
  return WebAssembly.compileStreaming(
    new Response(await inflated(file), { headers: { 'content-type': 'application/wasm' } }),
  );
}

/**
 * Accepts the file as built, or already inflated by the browser if the host set a content encoding.
 */
async function inflated(file: Blob): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const hash = file.size <= binaryBytes ? await sha256(await file.arrayBuffer()) : '';
  if (hash === compressedSha256) return file.stream().pipeThrough(new DecompressionStream('gzip'));
  if (hash === binarySha256) return file.stream();
  throw new Error('The page around this embed gave another file than the compiler’s binary.');
}

/**
 * Asks the parent page for a file. Null if it has none. The file is untrusted.
 *
 * @param onBytes receives the number of bytes so far
 */
export function askParentForFile(
  address: string,
  onBytes: (received: number) => void,
  parent: Pick<Window, 'postMessage'> = window.parent,
): Promise<Blob | null> {
  const { port1, port2 } = new MessageChannel();
  const wanted = { ...windowMessage('file-wanted'), address };
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number') {
        onBytes(data);
        return;
      }
      port1.close();
      resolve(data instanceof Blob ? data : null);
    };
    // The request is for one of the site's own files, so the message contains no secrets.
    parent.postMessage(wanted, '*', [port2]);
  });
}
