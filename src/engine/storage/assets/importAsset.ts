import { LIMITS } from '#core/project/limits.ts';
import type { Asset } from '#core/project/project.ts';
import { bytesText } from '#core/util/countText.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { sha256 } from '#core/util/sha256.ts';
import { runInSlices } from '#core/util/slices.ts';
import { decodeImage, SVG_TYPE } from '#engine/gpu/resources/decodeImage.ts';
import { dataBytes } from './data.ts';
import { checkDrawingBytes, type ImageSize, imageSize, readDrawing } from './drawing.ts';
import { ASSET_KINDS, assetTypeOf, isImageType } from './kinds.ts';
import type { AssetStore } from './store.ts';

/** Per side, and per image. Most devices allow no more, and decoding needs 4 bytes per pixel. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 2 ** 26;

interface NewAsset {
  /** Valid and free. */
  readonly path: string;
  readonly content: Blob;
}

export interface ImportedAsset {
  readonly asset: Asset;
  /** Why the content lasts only as long as the page; null if this browser stores it. */
  readonly notKept: string | null;
}

/**
 * Stores a file for the project, unless it is not an image or data that a shader can use. The
 * failure is a sentence that names the file. Files that are too large are not read or decoded.
 *
 * @param beside the project's images and data, without the one to replace
 */
export async function importAsset(
  { path, content }: NewAsset,
  beside: readonly Asset[],
  store: AssetStore,
): Promise<Result<ImportedAsset>> {
  const type = assetTypeOf(path);
  if (type === null)
    return refuse(path, `is not a file that a shader can read. A project takes ${ASSET_KINDS}.`);
  const sized = checkSize(path, content.size, beside);
  if (!sized.ok) return sized;
  if (!globalThis.crypto?.subtle) {
    return refuse(path, 'needs a secure connection. Open this page over https or from localhost.');
  }
  const checked = await contentOf(type, content);
  if (checked === null)
    return refuse(path, 'cannot be read. It may have been moved: choose it again.');
  if (!checked.ok) return refuse(path, `cannot be used. ${checked.error}`);
  const bytes = checked.value;
  const hash = await sha256(bytes);
  const kept = await store.put(hash, bytes);
  return ok({
    asset: { path, type, size: bytes.byteLength, hash },
    notKept: kept.ok ? null : kept.error,
  });
}

function refuse(path: string, reason: string): { readonly ok: false; readonly error: string } {
  return fail(`${path} ${reason}`);
}

function checkSize(path: string, size: number, beside: readonly Asset[]): Result<void> {
  if (size === 0) return refuse(path, 'is empty. Choose another file.');
  if (size > LIMITS.assetBytes) {
    return refuse(
      path,
      `has ${bytesText(size)}, but an image or data file has at most ${bytesText(LIMITS.assetBytes)}. Make it smaller, or name its address on the web.`,
    );
  }
  const others = beside.reduce((sum, asset) => sum + asset.size, 0);
  if (others + size <= LIMITS.assetsBytes) return ok(undefined);
  return refuse(
    path,
    `has ${bytesText(size)}, and the others have ${bytesText(others)}: all images and data of a project have at most ${bytesText(LIMITS.assetsBytes)}. Delete some of them first.`,
  );
}

/** Checks a file and returns the content to store; null if the file cannot be read. */
async function contentOf(type: string, content: Blob): Promise<Result<ArrayBuffer> | null> {
  if (type === SVG_TYPE) return drawingContent(content);
  const bytes = await content.arrayBuffer().catch(() => null);
  if (bytes === null) return null;
  const checked = isImageType(type) ? await checkPicture(type, bytes) : checkData(type, bytes);
  return checked.ok ? ok(bytes) : checked;
}

async function drawingContent(content: Blob): Promise<Result<ArrayBuffer> | null> {
  const sized = checkDrawingBytes(content.size);
  if (!sized.ok) return sized;
  const text = await content.text().catch(() => null);
  if (text === null) return null;
  const drawing = await runInSlices(readDrawing(text));
  if (!drawing.ok) return drawing;
  const bytes = new TextEncoder().encode(drawing.value.text).buffer;
  const checked = await checkImage(SVG_TYPE, bytes, drawing.value.size);
  return checked.ok ? ok(bytes) : checked;
}

function checkData(type: string, content: ArrayBuffer): Result<void> {
  const bytes = dataBytes(type, content);
  if (!bytes.ok) return bytes;
  return bytes.value.byteLength > 0
    ? ok(undefined)
    : fail('It has no numbers. Save the data again.');
}

async function checkPicture(type: string, content: ArrayBuffer): Promise<Result<void>> {
  const size = imageSize(content);
  return size
    ? checkImage(type, content, size)
    : fail('It does not begin like a PNG, JPEG, WebP or AVIF image. Export it again.');
}

/** @param size the size in the header: an image that is too large is not decoded */
async function checkImage(
  type: string,
  content: ArrayBuffer,
  size: ImageSize,
): Promise<Result<void>> {
  const fits = checkPixels(size);
  if (!fits.ok) return fits;
  try {
    const bitmap = await decodeImage(new Blob([content], { type }));
    const { width, height } = bitmap;
    bitmap.close();
    return checkPixels({ width, height });
  } catch {
    return fail('The browser cannot decode it: the file is damaged, or not what its name says.');
  }
}

function checkPixels({ width, height }: ImageSize): Result<void> {
  const size = `${Math.round(width)} × ${Math.round(height)} pixels`;
  if (!(width >= 1 && height >= 1)) return fail(`It has ${size}: there is nothing to show.`);
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
    return fail(
      `It has ${size}; at most ${MAX_SIDE} on a side and ${MAX_PIXELS / 2 ** 20} million in all can be used. Scale it down.`,
    );
  }
  return ok(undefined);
}
