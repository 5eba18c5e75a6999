import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { PreparedCall } from '#engine/gpu/frame.ts';
import type { FrameMeter, FrameObserver, ObservedFrame } from '#engine/gpu/frameObserver.ts';

/** Which frame it was. */
export interface FrameFacts {
  descriptor: RunDescriptor;
  calls: readonly PreparedCall[];
  /** Counts from 0. */
  number: number;
  /** The value of `TIME` in it. */
  seconds: number;
  /** Of screen-sized resources. */
  width: number;
  height: number;
}

/** What a frame has cost, in nanoseconds. One object for all frames: the next one overwrites it. */
export interface MeasuredFrame {
  readonly facts: Readonly<FrameFacts>;
  /** Of each call by its index; NaN if it did not run or is not known alone. It may be longer. */
  readonly calls: Float64Array;
  /** NaN if it is not known or nothing was presented. */
  readonly presenting: number;
  /** From the beginning of the first pass to the end of the last one; pauses between pieces do not count. */
  readonly total: number;
  /** Calls were measured together, as the run encodes them without the meter. */
  readonly isPlain: boolean;
}

/** What measuring costs. */
interface MeterCost {
  /** Milliseconds of JavaScript in a frame beyond those that the frame needs anyway. */
  readonly script: number;
}

/** Measures the frames of one device. */
export interface FrameMeasurer extends FrameObserver {
  readonly kind: 'timestamps' | 'queue';
  /** Null if it measures from outside. */
  readonly meter: FrameMeter | null;
  /** In nanoseconds: all times are multiples of it. 0 if it is not known. */
  readonly resolution: number;
  readonly cost: MeterCost;
  dispose: Dispose;
}

export type OnMeasured = (frame: MeasuredFrame) => void;

/** Copies what is known of a frame, since the next one overwrites it. */
export function copyFacts(facts: FrameFacts, frame: ObservedFrame): void {
  facts.descriptor = frame.descriptor;
  facts.calls = frame.calls;
  facts.number = frame.inputs.frame;
  facts.seconds = frame.inputs.time;
  facts.width = frame.screen.width;
  facts.height = frame.screen.height;
}

export function factsOf(frame: ObservedFrame): FrameFacts {
  const { descriptor, calls } = frame;
  const facts = { descriptor, calls, number: 0, seconds: 0, width: 0, height: 0 };
  copyFacts(facts, frame);
  return facts;
}
