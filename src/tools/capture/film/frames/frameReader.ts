import type { Dispose } from '#core/util/disposer.ts';
import { createPictureConverter, SHOWN_FORMAT } from '#engine/gpu/replay/pictureReader.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { createDeviceGuard } from '#tools/capture/frames/deviceGuard.ts';

/** Reads pictures as frames of a film. Several may be on their way at once. */
export interface FrameReader {
  /**
   * Copies the picture as it is now. Rejects with a sentence if the device is lost.
   *
   * @param size from the top left of the picture
   * @param timing in microseconds
   */
  read(picture: GPUTexture, size: Size, timing: FrameTiming): Promise<VideoFrame>;
  dispose: Dispose;
}

export interface FrameTiming {
  readonly timestamp: number;
  readonly duration: number;
}

const BYTES_PER_PIXEL = 4;
const ROW_ALIGNMENT = 256;

/** What one picture is read through; it is used again for the next. */
interface Slot extends Size {
  readonly texture: GPUTexture;
  readonly buffer: GPUBuffer;
  readonly stride: number;
}

const NEVER_ABORTED = new AbortController().signal;

export function createFrameReader(device: GPUDevice): FrameReader {
  const convert = createPictureConverter(device);
  const guarded = createDeviceGuard(device, NEVER_ABORTED);
  const free: Slot[] = [];
  let isDisposed = false;
  const slotFor = ({ width, height }: Size) => {
    const slot = free.pop();
    if (slot?.width === width && slot.height === height) return slot;
    if (slot) destroy(slot);
    return createSlot(device, { width, height });
  };
  return {
    async read(picture, size, timing) {
      const slot = slotFor(picture);
      const { texture, buffer, stride } = slot;
      try {
        const encoder = device.createCommandEncoder({ label: 'read a frame of a film' });
        convert(encoder, picture, false, texture);
        const bytesPerRow = stride;
        encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [
          size.width,
          size.height,
        ]);
        device.queue.submit([encoder.finish()]);
        await buffer.mapAsync(GPUMapMode.READ);
        const frame = new VideoFrame(buffer.getMappedRange(), {
          format: 'RGBX',
          ...{ codedWidth: size.width, codedHeight: size.height },
          layout: [{ offset: 0, stride }],
          ...timing,
        });
        buffer.unmap();
        if (isDisposed) destroy(slot);
        else free.push(slot);
        return frame;
      } catch (thrown) {
        destroy(slot);
        return guarded(() => Promise.reject(thrown));
      }
    },
    dispose() {
      isDisposed = true;
      for (const slot of free.splice(0)) destroy(slot);
    },
  };
}

function createSlot(device: GPUDevice, { width, height }: Size): Slot {
  const label = 'a frame of a film';
  const stride = Math.ceil((width * BYTES_PER_PIXEL) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  return {
    ...{ width, height, stride },
    texture: device.createTexture({
      ...{ label, size: [width, height], format: SHOWN_FORMAT },
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    }),
    buffer: device.createBuffer({
      ...{ label, size: stride * height },
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    }),
  };
}

function destroy({ texture, buffer }: Slot): void {
  texture.destroy();
  buffer.destroy();
}
