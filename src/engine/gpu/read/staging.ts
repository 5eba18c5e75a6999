import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { catchRefusals, type Refusal } from '#engine/gpu/errorScopes.ts';
import { createReadBack, type ReadBack } from '#engine/gpu/readBack.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';

/** Reads bytes from the GPU without blocking the page. */
export type Staging = ReturnType<typeof createStaging>;

/** Number of unused staging buffers to keep, so that reads rarely allocate. */
const MAX_RESTING = 4;
/** Larger buffers are freed at once. */
const MAX_RESTING_BYTES = 1 << 20;
/** Unused buffers are freed after this time (ms). */
const REST = 2000;
const SMALLEST = 256;

export function createStaging(device: GPUDevice) {
  const pool = createPool(device);
  return {
    device,
    /**
     * Submits the commands that `encode` records, which must fill `bytes` bytes of a buffer, and
     * returns those bytes. Fails with a sentence if the device reports an error or is lost.
     *
     * @param name of the resource, for the page's performance entries
     */
    async read(
      name: string,
      bytes: number,
      encode: (encoder: GPUCommandEncoder, into: GPUBuffer) => void,
    ): Promise<Result<Uint8Array<ArrayBuffer>>> {
      const start = performance.now();
      const refused = catchRefusals(device);
      const readBack = pool.take(bytes);
      let thrown: string | null = null;
      try {
        const encoder = device.createCommandEncoder({ label: `read ${name}` });
        encode(encoder, readBack.buffer);
        device.queue.submit([encoder.finish()]);
      } catch (error) {
        thrown = messageOf(error);
      }
      const reading = readBack
        .read((mapped) => ok(new Uint8Array(mapped).slice(0, bytes)))
        .catch((error: unknown) => fail(messageOf(error)));
      const refusal = await refused();
      const read = await reading;
      const problem = thrown ?? explainRefusal(refusal) ?? (read.ok ? null : read.error);
      if (!read.ok || problem !== null) {
        readBack.dispose();
        return fail(`${name} cannot be read: ${problem}`);
      }
      pool.give(readBack);
      performance.measure('playground:resource-read', { start, detail: { name, bytes } });
      return read;
    },
    dispose: pool.dispose,
  };
}

/** Why the device rejected the work, as a clause of a sentence; null if it did not. */
function explainRefusal(refusal: Refusal | null): string | null {
  switch (refusal?.kind) {
    case undefined:
      return null;
    case 'lost':
      return 'the graphics device was lost. Run the shader again.';
    case 'out of memory':
      return 'the device has no memory for it.';
    case 'invalid':
      return refusal.message;
  }
}

function createPool(device: GPUDevice) {
  let resting: ReadBack[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const free = () => {
    for (const readBack of resting) readBack.dispose();
    resting = [];
  };
  return {
    take(bytes: number): ReadBack {
      const found = resting.find(
        ({ buffer: { size } }) => size >= bytes && size <= 4 * Math.max(bytes, SMALLEST),
      );
      if (found) {
        resting = resting.filter((each) => each !== found);
        return found;
      }
      const size = 2 ** Math.ceil(Math.log2(Math.max(bytes, SMALLEST)));
      return createReadBack(device, 'resource', size);
    },
    give(readBack: ReadBack) {
      if (isOver || readBack.buffer.size > MAX_RESTING_BYTES || resting.length === MAX_RESTING) {
        readBack.dispose();
        return;
      }
      resting.push(readBack);
      clearTimeout(timer);
      timer = setTimeout(free, REST);
    },
    dispose() {
      isOver = true;
      clearTimeout(timer);
      free();
    },
  };
}

export interface PinnedCopy {
  readonly device: GPUDevice;
  readonly name: string;
  readonly frame: number;
  readonly content:
    | { readonly kind: 'buffer'; readonly buffer: GPUBuffer }
    | { readonly kind: 'texture'; readonly texture: GPUTexture };
  dispose: Dispose;
}

interface PinRequest {
  readonly device: GPUDevice;
  readonly name: string;
  readonly frame: number;
  readonly resource: Exclude<Resource, { kind: 'sampler' }>;
}

export async function pinCopy(request: PinRequest): Promise<Result<PinnedCopy>> {
  const { device, name, frame, resource } = request;
  const refused = catchRefusals(device);
  const encoder = device.createCommandEncoder({ label: `pin ${name}` });
  const content =
    resource.kind === 'buffer'
      ? copyBuffer(device, encoder, resource.buffer)
      : copyTexture(device, encoder, resource.texture);
  device.queue.submit([encoder.finish()]);
  const dispose = () => {
    if (content.kind === 'buffer') content.buffer.destroy();
    else content.texture.destroy();
  };
  const problem = explainRefusal(await refused());
  if (problem === null) return ok({ device, name, frame, content, dispose });
  dispose();
  return fail(`${name} cannot be pinned: ${problem}`);
}

function copyBuffer(device: GPUDevice, encoder: GPUCommandEncoder, from: GPUBuffer) {
  const buffer = device.createBuffer({
    label: 'pinned',
    size: from.size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
  });
  encoder.copyBufferToBuffer(from, 0, buffer, 0, from.size);
  return { kind: 'buffer' as const, buffer };
}

function copyTexture(device: GPUDevice, encoder: GPUCommandEncoder, from: GPUTexture) {
  const size = [from.width, from.height, from.depthOrArrayLayers];
  const texture = device.createTexture({
    label: 'pinned',
    size,
    dimension: from.dimension,
    format: from.format,
    usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING,
  });
  encoder.copyTextureToTexture({ texture: from }, { texture }, size);
  return { kind: 'texture' as const, texture };
}

/** Whether the resource still has the same size and format as its copy. */
export function isComparable({ content }: PinnedCopy, resource: Resource): boolean {
  if (content.kind === 'buffer') {
    return resource.kind === 'buffer' && resource.buffer.size === content.buffer.size;
  }
  const { width, height, depthOrArrayLayers, format } = content.texture;
  return (
    resource.kind === 'texture' &&
    resource.texture.width === width &&
    resource.texture.height === height &&
    resource.texture.depthOrArrayLayers === depthOrArrayLayers &&
    resource.texture.format === format
  );
}
