import type { Dispose } from '#core/util/disposer.ts';
import { createReadBack, type ReadBack } from '#engine/gpu/readBack.ts';
import type { FrameFacts, MeasuredFrame, OnMeasured } from './measuredFrame.ts';

/** Frames whose timestamps may be on their way. */
const RING_SIZE = 8;

/** By WebGPU's limit of a query set, 4,096 timestamps. */
export const MAX_PASSES = 2048;

const BYTES = 8;

/** Of the pass that presents; those of the passes with calls follow. */
const PRESENTING = 0;
const FIRST_CALL = 1;

/** Calls that were encoded together. */
const MANY = -1;

/** The passes of one frame that write timestamps: pass n writes the queries 2n and 2n + 1. */
export interface TimedFrame {
  readonly facts: FrameFacts;
  isPlain: boolean;
  presents: boolean;
  /** How many passes there are, the one that presents included, whether it was encoded or not. */
  passes: number;
  /** Index of a pass's call, or {@link MANY}. */
  readonly callOf: Int32Array;
  /** Whether a pass is the first one of a submission. */
  readonly startsPiece: Uint8Array;
}

interface Slot extends TimedFrame {
  readonly readBack: ReadBack;
  isFree: boolean;
  readonly onMapped: (bytes: ArrayBuffer) => void;
  readonly onFailed: () => void;
}

/** Query set and read-back buffers for frames of up to `maxPasses` passes. */
export interface TimestampRing {
  readonly maxPasses: number;
  readonly computePasses: readonly GPUComputePassDescriptor[];
  readonly presentingPass: GPURenderPassTimestampWrites;
  /** In nanoseconds: all spans so far are multiples of it. 0 before the first one. */
  readonly resolution: number;
  /** Null if all read-backs are under way. */
  take(): TimedFrame | null;
  /** Reads the timestamps of a frame, all of which is submitted. */
  read(frame: TimedFrame): void;
  dispose: Dispose;
}

/** For all calls of a frame if a query set can hold them; else for frames as a whole. */
export function createTimestampRing(
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

export function beginTimedFrame(frame: TimedFrame, isPlain: boolean): void {
  frame.isPlain = isPlain;
  frame.presents = false;
  frame.passes = FIRST_CALL;
}

/** Adds a pass: its number. */
export function addPass(frame: TimedFrame, call: number | null, startsPiece: boolean): number {
  const pass = frame.passes;
  frame.callOf[pass] = call ?? MANY;
  frame.startsPiece[pass] = startsPiece ? 1 : 0;
  frame.passes += 1;
  return pass;
}

/** Makes times of timestamps, 64-bit nanoseconds whose differences are exact as numbers. */
function createReader(maxPasses: number, facts: FrameFacts) {
  let resolution = 0;
  let words = new Uint32Array(0);
  /** Nanoseconds from timestamp to timestamp. */
  const between = (from: number, to: number) => {
    const high = (words[2 * to + 1] ?? 0) - (words[2 * from + 1] ?? 0);
    return high * 2 ** 32 + (words[2 * to] ?? 0) - (words[2 * from] ?? 0);
  };
  /** At least 0: some clocks are set back. */
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
      /** Where the current piece begins, and where its newest pass ends. */
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

/** The greatest common divisor of two whole numbers; if one is 0, the other. */
export function commonDivisor(one: number, other: number): number {
  let [larger, smaller] = [one, other];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
