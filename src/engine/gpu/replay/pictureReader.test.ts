import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { createPictureReader, type Strip } from './pictureReader.ts';

let fake: FakeDevice;
beforeEach(() => {
  stubGpuConstants();
  fake = createFakeDevice();
});
afterEach(() => vi.unstubAllGlobals());

function createPicture(width: number, height: number): GPUTexture {
  const size = [width, height];
  return fake.device.createTexture({ label: 'picture', size, format: 'r32float', usage: 0 });
}
const readSmall = () => createPictureReader(fake.device).read(createPicture(5, 3), false);

/** Lets the device respond until the work is done. */
async function answered<Value>(work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve));
    for (const buffer of fake.buffers) buffer.finishMapping();
  }
  return work;
}

/** Rows as the device copies them: filled with the row number, and padded with 99. */
function paddedRows(count: number, rowBytes: number, bytesPerRow: number): ArrayBuffer {
  const bytes = new Uint8Array(count * bytesPerRow).fill(99);
  for (let row = 0; row < count; row += 1) {
    bytes.fill(row, row * bytesPerRow, row * bytesPerRow + rowBytes);
  }
  return bytes.buffer;
}

describe('the picture reader', () => {
  it('returns rows without their padding', async () => {
    fake.copiedTexel = paddedRows(3, 20, 256);
    const bytes = Uint8ClampedArray.from({ length: 60 }, (_, at) => Math.floor(at / 20));
    expect(await answered(readSmall())).toEqual({ width: 5, height: 3, bytes });
    expect(fake.destroyed.sort()).toEqual(['read a picture', 'the picture, read back']);
  });

  it('returns a picture in the size of the canvas', async () => {
    fake.copiedTexel = paddedRows(2, 256, 256);
    const size = { width: 64, height: 2 };
    const reader = createPictureReader(fake.device);
    const picture = await answered(reader.read(createPicture(5, 3), false, size));
    expect(picture).toMatchObject(size);
    expect(picture.bytes).toEqual(new Uint8ClampedArray(fake.copiedTexel));
  });

  it('reads large pictures in strips of 4 MB', async () => {
    const width = 8192;
    fake.copiedTexel = new ArrayBuffer(128 * width * 4);
    const strips: Strip[] = [];
    const reader = createPictureReader(fake.device);
    const size = { width, height: 300 };
    const read = reader.readStrips(createPicture(width, 300), true, size, (strip) => {
      strips.push(strip);
      // The last strip is shorter.
      if (strip.top === 128) fake.copiedTexel = new ArrayBuffer(44 * width * 4);
    });
    await answered(read);
    expect(strips.map(({ top, rows, bytes }) => [top, rows, bytes.length])).toEqual([
      [0, 128, 4 << 20],
      [128, 128, 4 << 20],
      [256, 44, 44 * width * 4],
    ]);
    // The picture is converted only once, so that a run may overwrite it in the meantime.
    expect(fake.counts.renderPasses).toBe(1);
  });

  it('stops if the consumer of the strips fails', async () => {
    fake.copiedTexel = paddedRows(3, 20, 256);
    const size = { width: 5, height: 3 };
    const reader = createPictureReader(fake.device);
    const read = reader.readStrips(createPicture(5, 3), true, size, () =>
      Promise.reject(new Error('The disk is full.')),
    );
    await expect(answered(read)).rejects.toThrow('The disk is full.');
    expect(fake.destroyed).toContain('the picture, read back');
  });

  it('reports that the device has no memory for the picture', async () => {
    fake.refuseWith('no memory', 'out-of-memory');
    const error = 'The device has no memory for a picture of 5 × 3 pixels. Choose a smaller size.';
    await expect(answered(readSmall())).rejects.toThrow(error);
  });

  it('rejects if the device is lost', async () => {
    const read = readSmall();
    fake.lose();
    await expect(answered(read)).rejects.toThrow();
  });
});
