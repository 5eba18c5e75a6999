import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { PreparedCall } from '#engine/gpu/frame.ts';
import type { FrameMeter, FrameObserver, ObservedFrame } from '#engine/gpu/frameObserver.ts';

export interface FrameFacts {
  descriptor: RunDescriptor;
  calls: readonly PreparedCall[];
  number: number;
  seconds: number;
  /** Width and height of screen-sized resources. */
  width: number;
  height: number;
}

/** The cost of a frame, in nanoseconds. One object for all frames: the next one overwrites it. */
export interface MeasuredFrame {
  readonly facts: Readonly<FrameFacts>;
  /** By call index; NaN if not run or not measured alone. May be longer than the list of calls. */
  readonly calls: Float64Array;
  /** NaN if unknown, or if nothing was presented. */
  readonly presenting: number;
  /** From the start of the first pass to the end of the last, without pauses between pieces. */
  readonly total: number;
  /** Calls were measured together, as the run encodes them without the meter. */
  readonly isPlain: boolean;
}

interface MeterCost {
  /** Milliseconds of JavaScript that measuring adds to a frame. */
  readonly script: number;
}

export interface FrameMeasurer extends FrameObserver {
  readonly kind: 'timestamps' | 'queue';
  /** Null if it measures from outside the frame. */
  readonly meter: FrameMeter | null;
  /** In nanoseconds: all times are multiples of it. 0 if unknown. */
  readonly resolution: number;
  readonly cost: MeterCost;
  dispose: Dispose;
}

export type OnMeasured = (frame: MeasuredFrame) => void;

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
