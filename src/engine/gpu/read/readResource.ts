import { fail, ok, type Result } from '#core/util/result.ts';
import { paddedRow, unpad } from '#engine/gpu/readBack.ts';
import { texelBytes } from '#engine/gpu/resources/resource.ts';
import type { Staging } from './staging.ts';

/** WebGPU aligns copies of buffers to this many bytes. */
const WORD = 4;

/** Bytes read at once. */
const CHUNK = 16 << 20;
/** Maximum bytes of a copy of a whole resource. */
const MAX_WHOLE = 512 << 20;

type Bytes = Uint8Array<ArrayBuffer>;

export interface BufferRange {
  readonly first: number;
  readonly bytes: number;
}

export function wholeWords({ first, bytes }: BufferRange): BufferRange {
  const start = Math.floor(first / WORD) * WORD;
  return { first: start, bytes: Math.ceil((first + bytes) / WORD) * WORD - start };
}

/** Reads ranges of buffers from the same moment, and returns them in order. */
export async function readRanges(
  staging: Staging,
  name: string,
  ranges: readonly { readonly buffer: GPUBuffer; readonly range: BufferRange }[],
): Promise<Result<Bytes[]>> {
  const aligned = ranges.map(({ buffer, range }) => ({ buffer, range, words: wholeWords(range) }));
  const total = aligned.reduce((sum, { words }) => sum + words.bytes, 0);
  if (total === 0) return ok(ranges.map(() => new Uint8Array()));
  const read = await staging.read(name, total, (encoder, into) => {
    let position = 0;
    for (const { buffer, words } of aligned) {
      encoder.copyBufferToBuffer(buffer, words.first, into, position, words.bytes);
      position += words.bytes;
    }
  });
  if (!read.ok) return read;
  let position = 0;
  const parts = aligned.map(({ range, words }) => {
    const start = position + range.first - words.first;
    position += words.bytes;
    return read.value.slice(start, start + range.bytes);
  });
  return ok(parts);
}

interface TextureRegion {
  readonly origin: readonly [x: number, y: number, z: number];
  readonly size: readonly [width: number, height: number, depth: number];
}

/** Reads texels by row, without padding. */
export async function readTexels(
  staging: Staging,
  name: string,
  texture: GPUTexture,
  region: TextureRegion,
): Promise<Result<Bytes>> {
  if (!texture.format.startsWith('depth')) return copyTexels(staging, name, texture, region);
  // WebGPU copies depth as a whole only.
  const whole = { origin: [0, 0, 0], size: [texture.width, texture.height, 1] } as const;
  const read = await copyTexels(staging, name, texture, whole);
  return read.ok ? ok(cropped(read.value, texture, region)) : read;
}

function cropped(bytes: Bytes, texture: GPUTexture, { origin, size }: TextureRegion): Bytes {
  const texel = texelBytes(texture.format);
  const [left, bottom] = origin;
  const [width, height] = size;
  const part = new Uint8Array(width * height * texel);
  for (let row = 0; row < height; row += 1) {
    const start = ((bottom + row) * texture.width + left) * texel;
    part.set(bytes.subarray(start, start + width * texel), row * width * texel);
  }
  return part;
}

async function copyTexels(
  staging: Staging,
  name: string,
  texture: GPUTexture,
  { origin, size }: TextureRegion,
): Promise<Result<Bytes>> {
  const [width, height, depth] = size;
  const rowBytes = width * texelBytes(texture.format);
  const bytesPerRow = paddedRow(rowBytes);
  const rows = height * depth;
  const read = await staging.read(name, bytesPerRow * rows, (encoder, buffer) => {
    const source = { texture, origin: [...origin] };
    encoder.copyTextureToBuffer(source, { buffer, bytesPerRow, rowsPerImage: height }, [...size]);
  });
  if (!read.ok || bytesPerRow === rowBytes) return read;
  const packed = new Uint8Array(rowBytes * rows);
  unpad(read.value, bytesPerRow, packed, rowBytes);
  return ok(packed);
}

export async function readWholeBuffer(
  staging: Staging,
  name: string,
  buffer: GPUBuffer,
): Promise<Result<Bytes>> {
  const whole = allocate(name, buffer.size);
  if (!whole.ok) return whole;
  for (let first = 0; first < buffer.size; first += CHUNK) {
    const bytes = Math.min(CHUNK, buffer.size - first);
    const part = await readRanges(staging, name, [{ buffer, range: { first, bytes } }]);
    if (!part.ok) return part;
    const [content] = part.value;
    if (content) whole.value.set(content, first);
  }
  return whole;
}

/** By slice and row, without padding. */
export async function readWholeTexture(
  staging: Staging,
  name: string,
  texture: GPUTexture,
): Promise<Result<Bytes>> {
  const { width, height, depthOrArrayLayers: depth } = texture;
  const rowBytes = width * texelBytes(texture.format);
  const whole = allocate(name, rowBytes * height * depth);
  if (!whole.ok) return whole;
  const rows = Math.max(1, Math.floor(CHUNK / paddedRow(rowBytes)));
  for (let z = 0; z < depth; z += 1) {
    for (let y = 0; y < height; y += rows) {
      const size = [width, Math.min(rows, height - y), 1] as const;
      const part = await readTexels(staging, name, texture, { origin: [0, y, z], size });
      if (!part.ok) return part;
      whole.value.set(part.value, (z * height + y) * rowBytes);
    }
  }
  return whole;
}

function allocate(name: string, bytes: number): Result<Bytes> {
  const megabytes = (count: number) => `${Math.round(count / 2 ** 20)} MB`;
  if (bytes > MAX_WHOLE) {
    return fail(
      `${name} has ${megabytes(bytes)}, and at most ${megabytes(MAX_WHOLE)} can be copied at once. Look at a part of it in the table.`,
    );
  }
  try {
    return ok(new Uint8Array(bytes));
  } catch {
    return fail(
      `The page has no memory for the ${megabytes(bytes)} of ${name}. Close other tabs and try again.`,
    );
  }
}

/** Keeps the contents that a part of a buffer had before a frame. */
export type BufferHistory = ReturnType<typeof createBufferHistory>;

export function createBufferHistory() {
  let copy: GPUBuffer | null = null;
  let kept: { readonly of: GPUBuffer; readonly range: BufferRange } | null = null;
  return {
    /** Call before the frame. */
    keep(device: GPUDevice, of: GPUBuffer, range: BufferRange) {
      const { first, bytes } = wholeWords(range);
      kept = null;
      if (bytes === 0) return;
      if (!copy || copy.size < bytes) {
        copy?.destroy();
        copy = device.createBuffer({
          label: 'before the frame',
          size: bytes,
          usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
        });
      }
      const encoder = device.createCommandEncoder({ label: 'keep what was before the frame' });
      encoder.copyBufferToBuffer(of, first, copy, 0, bytes);
      device.queue.submit([encoder.finish()]);
      kept = { of, range };
    },
    /** The copy, if the same part of the same buffer was kept before the newest frame. */
    kept(of: GPUBuffer, { first, bytes }: BufferRange): GPUBuffer | null {
      const isKept = kept?.of === of && kept.range.first === first && kept.range.bytes === bytes;
      return isKept ? copy : null;
    },
    forget() {
      copy?.destroy();
      copy = null;
      kept = null;
    },
  };
}
