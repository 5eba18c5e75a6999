import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  copyFacts,
  type FrameFacts,
  type FrameMeasurer,
  factsOf,
  type OnMeasured,
} from './measuredFrame.ts';

/** More than the frames that a run has on the GPU. */
const MAX_UNDER_WAY = 8;

const NANOSECONDS = 1_000_000;
const NO_CALLS = new Float64Array(0);

interface FrameUnderWay {
  readonly facts: FrameFacts;
  begunAt: number;
}

/** Measures whole frames, by when the device's queue is done with them. */
export function createQueueMeter(device: GPUDevice, onMeasured: OnMeasured): FrameMeasurer {
  const ring: FrameUnderWay[] = [];
  let begun = 0;
  let done = 0;
  let current: FrameUnderWay | null = null;
  let lastDone = 0;
  let disposed = false;
  const next = (frame: ObservedFrame): FrameUnderWay => {
    const index = begun % MAX_UNDER_WAY;
    const slot = ring[index] ?? { facts: factsOf(frame), begunAt: 0 };
    ring[index] = slot;
    return slot;
  };
  const settle = (isDone: boolean) => {
    const slot = ring[done % MAX_UNDER_WAY];
    done += 1;
    if (!slot || !isDone || disposed) return;
    const now = performance.now();
    const total = (now - Math.max(slot.begunAt, lastDone)) * NANOSECONDS;
    lastDone = now;
    onMeasured({
      ...{ facts: slot.facts, calls: NO_CALLS, presenting: Number.NaN, total, isPlain: true },
    });
  };
  const onDone = () => settle(true);
  const onFailed = () => settle(false);
  return {
    kind: 'queue',
    meter: null,
    resolution: 0,
    // One promise a frame.
    cost: { script: 0 },
    frameBegins(frame) {
      current = begun - done < MAX_UNDER_WAY ? next(frame) : null;
      if (!current) return;
      copyFacts(current.facts, frame);
      current.begunAt = performance.now();
    },
    frameSubmitted() {
      if (!current) return;
      current = null;
      begun += 1;
      device.queue.onSubmittedWorkDone().then(onDone, onFailed);
    },
    dispose() {
      disposed = true;
    },
  };
}
