import { beforeAll, expect, it } from 'vitest';
import { createStaging } from '#engine/gpu/read/staging.ts';
import { createValueRing } from '#engine/gpu/read/valueRing.ts';
import { requestRealDevice } from '../support/realDevice.ts';

let device: GPUDevice;
beforeAll(async () => {
  device = await requestRealDevice();
});

const CAPACITY = 600;

/** A ring of 32-bit numbers, and the function that adds the next ones. */
function ringOfNumbers() {
  const source = device.createBuffer({
    ...{ label: 'source', size: 4 },
    usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const ring = createValueRing<number>(device, 4, CAPACITY);
  const staging = createStaging(device);
  let next = 0;
  return {
    add(count: number) {
      for (const end = next + count; next < end; next += 1) {
        device.queue.writeBuffer(source, 0, Uint32Array.of(next * 3));
        ring.add(next, (encoder, into, offset) =>
          encoder.copyBufferToBuffer(source, 0, into, offset, 4),
        );
      }
    },
    async take() {
      const taken = await ring.take(staging, 'source');
      if (!taken.ok) throw new Error(taken.error);
      for (const { of, bytes } of taken.value) {
        expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)).toBe(of * 3);
      }
      return taken.value.map(({ of }) => of);
    },
  };
}

it('returns each sample once, in order, also where the ring begins again', async () => {
  const { add, take } = ringOfNumbers();
  expect(await take()).toEqual([]);
  add(2);
  expect(await take()).toEqual([0, 1]);
  add(CAPACITY - 1);
  const taken = await take();
  expect(taken).toHaveLength(CAPACITY - 1);
  expect([taken.at(0), taken.at(-1)]).toEqual([2, CAPACITY]);
});

it('loses the oldest samples if nothing reads them', async () => {
  const { add, take } = ringOfNumbers();
  add(CAPACITY + 50);
  const taken = await take();
  expect([taken.length, taken.at(0), taken.at(-1)]).toEqual([CAPACITY, 50, CAPACITY + 49]);
});
