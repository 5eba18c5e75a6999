import { encodeCalls, nextCall } from '#engine/gpu/dispatch.ts';
import type { FrameMeter, FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  copyFacts,
  type FrameFacts,
  type FrameMeasurer,
  factsOf,
  type OnMeasured,
} from './measuredFrame.ts';
import {
  addPass,
  beginTimedFrame,
  createTimestampRing,
  MAX_PASSES,
  type TimedFrame,
  type TimestampRing,
} from './timestampRing.ts';

export type FrameMeasuring = ReturnType<typeof measureFrames>;

/** Measures all frames from now on, also those of a device that takes the place of a lost one. */
export function measureFrames(observers: FrameObservers, onMeasured: OnMeasured) {
  let device: GPUDevice | null = null;
  let measurer: FrameMeasurer | null = null;
  const remove = observers.add({
    frameBegins(frame) {
      if (frame.device !== device) {
        measurer?.dispose();
        device = frame.device;
        measurer = createMeasurer(device, onMeasured);
        observers.meter = measurer.meter;
      }
      measurer?.frameBegins(frame);
    },
    frameSubmitted: () => measurer?.frameSubmitted(),
  });
  return {
    /** Of the device that draws; null before a frame was drawn. */
    get measurer(): FrameMeasurer | null {
      return measurer;
    },
    /** From now on, the run encodes its frames itself. */
    stop() {
      remove();
      observers.meter = null;
      measurer?.dispose();
    },
  };
}

function createMeasurer(device: GPUDevice, onMeasured: OnMeasured): FrameMeasurer {
  return device.features.has('timestamp-query')
    ? createTimestampMeter(device, onMeasured)
    : createQueueMeter(device, onMeasured);
}

/** More than the frames that a run has on the GPU. */
const MAX_UNDER_WAY = 8;

const NANOSECONDS = 1_000_000;
const NO_CALLS = new Float64Array(0);

interface FrameUnderWay {
  readonly facts: FrameFacts;
  begunAt: number;
}

/** Measures whole frames, by when the device's queue is done with them. */
function createQueueMeter(device: GPUDevice, onMeasured: OnMeasured): FrameMeasurer {
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

/** Of this many frames at the beginning, every second one is measured as a whole. */
const ALTERNATING_FRAMES = 32;
/** After that, every 16th one is. */
const PLAIN_INTERVAL = 16;

interface MeterState {
  /** Null before the first frame. */
  ring: TimestampRing | null;
  /** The frame that is being encoded; null if it is not measured. */
  current: TimedFrame | null;
  /** Measured frames so far. */
  begun: number;
}

type ScriptCost = ReturnType<typeof createScriptCost>;

/**
 * Measures each call of a frame in a pass of its own; now and then, a frame as a whole, and always if
 * it has more calls than a query set holds.
 */
function createTimestampMeter(device: GPUDevice, onMeasured: OnMeasured): FrameMeasurer {
  const cost = createScriptCost();
  const state: MeterState = { ring: null, current: null, begun: 0 };
  const onRead: OnMeasured = (measured) => {
    const started = performance.now();
    onMeasured(measured);
    cost.around(performance.now() - started);
  };
  return {
    kind: 'timestamps',
    meter: createMeter(state, cost),
    get resolution() {
      return state.ring?.resolution ?? 0;
    },
    get cost() {
      return { script: cost.ofFrame() };
    },
    frameBegins(frame) {
      const started = performance.now();
      state.ring = ringFor(state, device, frame, onRead);
      state.current = state.ring.take();
      if (!state.current) return;
      copyFacts(state.current.facts, frame);
      const interval = state.begun < ALTERNATING_FRAMES ? 2 : PLAIN_INTERVAL;
      const fits = frame.calls.length < state.ring.maxPasses;
      beginTimedFrame(state.current, !fits || state.begun % interval === interval - 1);
      state.begun += 1;
      cost.around(performance.now() - started);
    },
    frameSubmitted() {
      const started = performance.now();
      if (state.current) state.ring?.read(state.current);
      state.current = null;
      cost.around(performance.now() - started);
    },
    dispose() {
      state.current = null;
      state.ring?.dispose();
      state.ring = null;
    },
  };
}

function ringFor(
  { ring }: MeterState,
  device: GPUDevice,
  frame: ObservedFrame,
  onRead: OnMeasured,
): TimestampRing {
  const { length } = frame.calls;
  if (ring && (length < ring.maxPasses || ring.maxPasses === MAX_PASSES)) return ring;
  ring?.dispose();
  return createTimestampRing(device, length, () => factsOf(frame), onRead);
}

function createMeter(state: MeterState, cost: ScriptCost): FrameMeter {
  return {
    encodeCalls(encoder, calls, once, start, end) {
      const { current, ring } = state;
      if (!current || !ring) return encodeCalls(encoder, calls, once, start, end);
      const started = performance.now();
      const { computePasses } = ring;
      if (current.isPlain) {
        const isFull = current.passes >= ring.maxPasses;
        const pass = isFull ? undefined : computePasses[addPass(current, null, true)];
        encodeCalls(encoder, calls, once, start, end, pass);
      } else {
        let startsPiece = true;
        for (let call = nextCall(calls, once, start); call < end; ) {
          const pass = addPass(current, call, startsPiece);
          encodeCalls(encoder, calls, once, call, call + 1, computePasses[pass]);
          startsPiece = false;
          call = nextCall(calls, once, call + 1);
        }
      }
      cost.encoded(performance.now() - started, current.isPlain);
    },
    get presenting() {
      const { current, ring } = state;
      if (!current || !ring) return undefined;
      current.presents = true;
      return ring.presentingPass;
    },
  };
}

/** Milliseconds of JavaScript, as means over all frames, since the clock is coarse. */
function createScriptCost() {
  let around = 0;
  let byCalls = 0;
  let plain = 0;
  let byCallsFrames = 0;
  let plainFrames = 0;
  return {
    /** Work that is the meter's alone. */
    around(milliseconds: number) {
      around += milliseconds;
    },
    /** Work that takes the place of the run's own. */
    encoded(milliseconds: number, isPlain: boolean) {
      if (isPlain) {
        plain += milliseconds;
        plainFrames += 1;
      } else {
        byCalls += milliseconds;
        byCallsFrames += 1;
      }
    },
    ofFrame() {
      const frames = plainFrames + byCallsFrames;
      if (plainFrames === 0) return Number.NaN;
      // No frame of a program with too many calls is measured call by call.
      const more = byCallsFrames === 0 ? 0 : byCalls / byCallsFrames - plain / plainFrames;
      return Math.max(0, more) + around / frames;
    },
  };
}
