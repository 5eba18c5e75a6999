import type { Dispose } from '#core/util/disposer.ts';
import { tried } from '#core/util/errors.ts';
import { catchRefusals, type Refusal } from '#engine/gpu/errorScopes.ts';
import { createReadBack } from '#engine/gpu/readBack.ts';

/** `queue` measures until the work completes, on devices without timestamps. */
export type ClockKind = 'timestamps' | 'queue';

export interface Stopwatch {
  readonly kind: ClockKind;
  /**
   * Submits the encoded work, and returns the nanoseconds that the pass took. Null if the GPU gave
   * no usable times. Rejects if the device is lost.
   */
  time(
    prepare: (encoder: GPUCommandEncoder) => void,
    encode: (pass: GPUComputePassEncoder) => void,
  ): Promise<number | null>;
  dispose: Dispose;
}

const TIMESTAMPS = 2;
const BYTES = TIMESTAMPS * BigInt64Array.BYTES_PER_ELEMENT;
const NANOSECONDS = 1e6;

export function createStopwatch(device: GPUDevice): Stopwatch {
  return device.features.has('timestamp-query')
    ? createTimestampWatch(device)
    : createQueueWatch(device);
}

function createTimestampWatch(device: GPUDevice): Stopwatch {
  const label = 'times of a group size';
  const querySet = device.createQuerySet({ label, type: 'timestamp', count: TIMESTAMPS });
  const resolved = device.createBuffer({
    label,
    size: BYTES,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  });
  const readBack = createReadBack(device, label, BYTES);
  const timestampWrites = { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
  return {
    kind: 'timestamps',
    async time(prepare, encode) {
      const encoder = device.createCommandEncoder({ label });
      prepare(encoder);
      const pass = encoder.beginComputePass({ label, timestampWrites });
      encode(pass);
      pass.end();
      encoder.resolveQuerySet(querySet, 0, TIMESTAMPS, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, readBack.buffer, 0, BYTES);
      device.queue.submit([encoder.finish()]);
      const nanoseconds = await readBack.read((bytes) => {
        const [begin = 0n, end = 0n] = new BigInt64Array(bytes);
        return Number(end - begin);
      });
      return nanoseconds >= 0 ? nanoseconds : null;
    },
    dispose() {
      querySet.destroy();
      resolved.destroy();
      readBack.dispose();
    },
  };
}

function createQueueWatch(device: GPUDevice): Stopwatch {
  return {
    kind: 'queue',
    async time(prepare, encode) {
      const preparing = device.createCommandEncoder({ label: 'prepare' });
      prepare(preparing);
      device.queue.submit([preparing.finish()]);
      await device.queue.onSubmittedWorkDone();
      const encoder = device.createCommandEncoder({ label: 'times of a group size' });
      const pass = encoder.beginComputePass();
      encode(pass);
      pass.end();
      const begin = performance.now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return (performance.now() - begin) * NANOSECONDS;
    },
    dispose() {},
  };
}

/** Runs GPU work. Rejects with a sentence if it throws or the device reports an error. */
export async function checked<Value>(device: GPUDevice, work: () => Value): Promise<Value> {
  const refusal = catchRefusals(device);
  const done = tried(work);
  const refused = await refusal();
  if (!done.ok) throw new Error(done.error);
  if (refused) throw new Error(explain(refused));
  return done.value;
}

function explain({ kind, message }: Refusal): string {
  switch (kind) {
    case 'lost':
      return 'The graphics device was lost. Run the shader, then try the group sizes again.';
    case 'out of memory':
      return 'The device has no memory for copies of what the shader writes. Make its resources smaller, or choose a lower resolution.';
    case 'invalid':
      return `The device refuses the trial: ${message}`;
  }
}
