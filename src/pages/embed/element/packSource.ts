import { encodeBase64Url } from '#core/util/base64.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { deflate } from '#core/util/zlib.ts';

/** Most characters of packed source that an address can hold. */
const MAX_PACKED = 1_900_000;

/** Packs a source as links do. Fails with a sentence if it is too long for an address. */
export async function packSource(source: string): Promise<Result<string>> {
  const packed = encodeBase64Url(await deflate(new TextEncoder().encode(source)));
  if (packed.length <= MAX_PACKED) return ok(packed);
  return fail(
    `The source has ${packed.length} characters once it is packed; at most ${MAX_PACKED} are opened. Shorten it.`,
  );
}
