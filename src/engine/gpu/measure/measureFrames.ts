import type { Dispose } from '#core/util/disposer.ts';
import { encodeCalls, nextCall } from '#engine/gpu/dispatch.ts';
import type { PreparedCall } from '#engine/gpu/frame.ts';
import type { FrameMeter, FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createReadBack, type ReadBack } from '#engine/gpu/readBack.ts';
import {
  copyFacts,
  type FrameFacts,
  type FrameMeasurer,
  factsOf,
  type MeasuredFrame,
  type OnMeasured,
} from './measuredFrame.ts';

export type FrameMeasuring = ReturnType<typeof measureFrames>;

/** Measures all frames from now on, including those of a device that replaces a lost one. */
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
    /** The measurer of the current device; null before the first frame. */
    get measurer(): FrameMeasurer | null {
      return measurer;
    },
    /** Lets the run encode its frames itself again. */
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

/** More than the frames that a run has in flight. */
const MAX_UNDER_WAY = 8;

const NANOSECONDS = 1_000_000;
const NO_CALLS = new Float64Array(0);

interface FrameUnderWay {
  readonly facts: FrameFacts;
  begunAt: number;
}

/** Measures whole frames, up to the moment when the device's queue has completed them. */
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
    // Only one promise per frame.
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

/** Among this many initial frames, every second one is measured as a whole. */
const ALTERNATING_FRAMES = 32;
/** After that, every 16th frame is. */
const PLAIN_INTERVAL = 16;

interface MeterState {
  ring: TimestampRing | null;
  /** Null if the frame is not measured. */
  current: TimedFrame | null;
  begun: number;
}

type ScriptCost = ReturnType<typeof createScriptCost>;

/**
 * Measures each call of a frame in a separate pass. Measures some frames as a whole, and all frames
 * that have more calls than a query set holds.
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
      // Draws take several passes, which cannot share two queries.
      const isOnePass = !frame.calls.some(isDraw);
      const isTurn = isOnePass && state.begun % interval === interval - 1;
      beginTimedFrame(state.current, !fits || isTurn);
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

/** Milliseconds of JavaScript, averaged over all frames because the clock is coarse. */
function createScriptCost() {
  let around = 0;
  let byCalls = 0;
  let plain = 0;
  let byCallsFrames = 0;
  let plainFrames = 0;
  return {
    /** Work that only the meter needs. */
    around(milliseconds: number) {
      around += milliseconds;
    },
    /** Work that replaces the run's own. */
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
      // Frames with too many calls are never measured call by call.
      const more = byCallsFrames === 0 ? 0 : byCalls / byCallsFrames - plain / plainFrames;
      return Math.max(0, more) + around / frames;
    },
  };
}

/** Frames whose timestamps may be pending. */
const RING_SIZE = 8;

/** From WebGPU's limit of 4,096 timestamps in a query set. */
const MAX_PASSES = 2048;

const BYTES = 8;

/** Index of the presenting pass; those of passes with calls follow. */
const PRESENTING = 0;
const FIRST_CALL = 1;

/** Calls that were encoded together. */
const MANY = -1;

/** The passes of one frame that write timestamps: pass n writes queries 2n and 2n + 1. */
interface TimedFrame {
  readonly facts: FrameFacts;
  isPlain: boolean;
  presents: boolean;
  /** Number of passes, including the presenting one even if it was not encoded. */
  passes: number;
  /** The call index of each pass, or {@link MANY}. */
  readonly callOf: Int32Array;
  /** Whether each pass is the first one of a submission. */
  readonly startsPiece: Uint8Array;
}

interface Slot extends TimedFrame {
  readonly readBack: ReadBack;
  isFree: boolean;
  readonly onMapped: (bytes: ArrayBuffer) => void;
  readonly onFailed: () => void;
}

/** For frames of up to `maxPasses` passes. */
interface TimestampRing {
  readonly maxPasses: number;
  readonly computePasses: readonly GPUComputePassDescriptor[];
  readonly presentingPass: GPURenderPassTimestampWrites;
  /** In nanoseconds: all times so far are multiples of it. 0 before the first one. */
  readonly resolution: number;
  /** Null if all read-backs are in use. */
  take(): TimedFrame | null;
  /** The whole frame must be submitted. */
  read(frame: TimedFrame): void;
  dispose: Dispose;
}

/** Sized for all calls of a frame, up to the limit of a query set. */
function createTimestampRing(
  device: GPUDevice,
  calls: number,
  facts: () => FrameFacts,
  onMeasured: OnMeasured,
): TimestampRing {
  const maxPasses = Math.min(calls + FIRST_CALL, MAX_PASSES);
  const count = 2 * maxPasses;
  const querySet = device.createQuerySet({ label: 'profile', type: 'timestamp', count });
  const resolved = device.createBuffer({
    label: 'profile timestamps',
    size: count * BYTES,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  });
  const reader = createReader(maxPasses, facts());
  const submission: GPUCommandBuffer[] = [];
  let disposed = false;
  const onMapped = (slot: Slot, bytes: ArrayBuffer) => {
    if (disposed) return;
    const measured = reader.measured(slot, bytes);
    slot.readBack.unmap();
    onMeasured(measured);
  };
  const slots = Array.from({ length: RING_SIZE }, () =>
    createSlot(device, maxPasses, facts(), onMapped),
  );
  return {
    maxPasses,
    computePasses: Array.from({ length: maxPasses }, (_, pass) => ({
      timestampWrites: writesOf(querySet, pass),
    })),
    presentingPass: writesOf(querySet, PRESENTING),
    get resolution() {
      return reader.resolution();
    },
    take: () => slots.find(({ isFree }) => isFree) ?? null,
    read(frame) {
      const slot = slots.find((each) => each === frame);
      if (!slot) return;
      slot.isFree = false;
      const encoder = device.createCommandEncoder({ label: 'profile' });
      encoder.resolveQuerySet(querySet, 0, 2 * slot.passes, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, slot.readBack.buffer, 0, bytesOf(slot));
      submission[0] = encoder.finish();
      device.queue.submit(submission);
      slot.readBack.map(bytesOf(slot)).then(slot.onMapped, slot.onFailed);
    },
    dispose() {
      disposed = true;
      for (const { readBack } of slots) readBack.dispose();
      resolved.destroy();
      querySet.destroy();
    },
  };
}

function writesOf(querySet: GPUQuerySet, pass: number): GPURenderPassTimestampWrites {
  return { querySet, beginningOfPassWriteIndex: 2 * pass, endOfPassWriteIndex: 2 * pass + 1 };
}

function createSlot(
  device: GPUDevice,
  maxPasses: number,
  facts: FrameFacts,
  onMapped: (slot: Slot, bytes: ArrayBuffer) => void,
): Slot {
  const slot: Slot = {
    readBack: createReadBack(device, 'profile', 2 * maxPasses * BYTES),
    ...{ facts, isPlain: false, presents: false, passes: FIRST_CALL, isFree: true },
    callOf: new Int32Array(maxPasses),
    startsPiece: new Uint8Array(maxPasses),
    onMapped(bytes) {
      slot.isFree = true;
      onMapped(slot, bytes);
    },
    onFailed() {
      slot.isFree = true;
    },
  };
  return slot;
}

function bytesOf({ passes }: TimedFrame): number {
  return 2 * passes * BYTES;
}

function isDraw(call: PreparedCall): boolean {
  return 'encodeFrom' in call;
}

function beginTimedFrame(frame: TimedFrame, isPlain: boolean): void {
  frame.isPlain = isPlain;
  frame.presents = false;
  frame.passes = FIRST_CALL;
}

function addPass(frame: TimedFrame, call: number | null, startsPiece: boolean): number {
  const pass = frame.passes;
  frame.callOf[pass] = call ?? MANY;
  frame.startsPiece[pass] = startsPiece ? 1 : 0;
  frame.passes += 1;
  return pass;
}

/** Converts timestamps (64-bit nanoseconds) to durations, which are exact as numbers. */
function createReader(maxPasses: number, facts: FrameFacts) {
  let resolution = 0;
  let words = new Uint32Array(0);
  const between = (from: number, to: number) => {
    const high = (words[2 * to + 1] ?? 0) - (words[2 * from + 1] ?? 0);
    return high * 2 ** 32 + (words[2 * to] ?? 0) - (words[2 * from] ?? 0);
  };
  /** At least 0, since some clocks are set back. */
  const span = (from: number, to: number) => {
    const nanoseconds = Math.max(0, between(from, to));
    resolution = commonDivisor(nanoseconds, resolution);
    return nanoseconds;
  };
  const measured: { -readonly [Name in keyof MeasuredFrame]: MeasuredFrame[Name] } = {
    facts,
    calls: new Float64Array(maxPasses).fill(Number.NaN),
    presenting: Number.NaN,
    total: 0,
    isPlain: false,
  };
  return {
    resolution: () => resolution,
    measured(frame: TimedFrame, mapped: ArrayBuffer): MeasuredFrame {
      words = new Uint32Array(mapped);
      const { calls } = measured;
      calls.fill(Number.NaN);
      let total = 0;
      /** Query indices. */
      let begin = 2 * FIRST_CALL;
      let end = begin;
      for (let pass = FIRST_CALL; pass < frame.passes; pass += 1) {
        if (frame.startsPiece[pass] === 1) {
          total += span(begin, end);
          begin = 2 * pass;
        }
        end = 2 * pass + 1;
        const call = frame.callOf[pass] ?? MANY;
        if (call !== MANY) calls[call] = span(2 * pass, end);
      }
      if (frame.presents) {
        measured.presenting = span(2 * PRESENTING, 2 * PRESENTING + 1);
        if (frame.passes === FIRST_CALL) begin = 2 * PRESENTING;
        end = 2 * PRESENTING + 1;
      } else measured.presenting = Number.NaN;
      measured.facts = frame.facts;
      measured.isPlain = frame.isPlain;
      measured.total = total + span(begin, end);
      return measured;
    },
  };
}

/** If one is 0, returns the other. */
export function commonDivisor(one: number, other: number): number {
  let [larger, smaller] = [one, other];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
