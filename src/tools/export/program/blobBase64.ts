import { encodeBase64 } from '#core/util/base64.ts';
import { runInSlices, type Sliced } from '#core/util/slices.ts';

/** Bytes that are encoded at once: a multiple of three. */
const PART = 3 << 17;

/** The content in base64, encoded without a long task. */
export async function blobBase64(blob: Blob): Promise<string> {
  return runInSlices(encodeParts(new Uint8Array(await blob.arrayBuffer())));
}

function* encodeParts(bytes: Uint8Array): Sliced<string> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(encodeBase64(bytes.subarray(at, at + PART)));
    yield;
  }
  return parts.join('');
}
