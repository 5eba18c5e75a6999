import type { FrameMeter } from '#engine/gpu/frameObserver.ts';
import { createReadBack, paddedRow, type ReadBack } from '#engine/gpu/readBack.ts';
import { createPictureConverter, SHOWN_FORMAT } from '#engine/gpu/replay/pictureReader.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { createDeviceGuard } from '#tools/capture/frames/deviceGuard.ts';

/** Reads pictures as video frames. Several reads can be in progress at once. */
export type FrameReader = ReturnType<typeof createFrameReader>;

export interface FrameTiming {
  readonly timestamp: number;
  readonly duration: number;
}

const BYTES_PER_PIXEL = 4;

/** GPU resources for one read; reused by later reads. */
interface Slot extends Size {
  readonly texture: GPUTexture;
  readonly readBack: ReadBack;
  readonly stride: number;
}

const NEVER_ABORTED = new AbortController().signal;

/** @param drawOver draws what is shown over the picture */
export function createFrameReader(device: GPUDevice, drawOver?: FrameMeter['drawOver']) {
  const convert = createPictureConverter(device, drawOver);
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
    /**
     * Copies the current picture. Rejects with a sentence if the device is lost.
     *
     * @param size measured from the picture's top left
     * @param timing in microseconds
     */
    async read(picture: GPUTexture, size: Size, timing: FrameTiming): Promise<VideoFrame> {
      const slot = slotFor(picture);
      const { texture, readBack, stride } = slot;
      try {
        const encoder = device.createCommandEncoder({ label: 'read a frame of a film' });
        convert(encoder, picture, false, texture);
        const to = { buffer: readBack.buffer, bytesPerRow: stride };
        encoder.copyTextureToBuffer({ texture }, to, [size.width, size.height]);
        device.queue.submit([encoder.finish()]);
        const layout = [{ offset: 0, stride }];
        const coded = { codedWidth: size.width, codedHeight: size.height, layout };
        const frame = await readBack.read(
          (bytes) => new VideoFrame(bytes, { format: 'RGBX', ...coded, ...timing }),
        );
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
  const stride = paddedRow(width * BYTES_PER_PIXEL);
  return {
    ...{ width, height, stride },
    texture: device.createTexture({
      ...{ label, size: [width, height], format: SHOWN_FORMAT },
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    }),
    readBack: createReadBack(device, label, stride * height),
  };
}

function destroy({ texture, readBack }: Slot): void {
  texture.destroy();
  readBack.dispose();
}
