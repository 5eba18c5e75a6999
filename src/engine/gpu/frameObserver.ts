import type { LoadRules } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type {
  BoundResources,
  CallPipeline,
  EncodeCalls,
  OnceCalls,
  PreparedCall,
} from './frame.ts';
import type { UniformInputs } from './resources/uniforms.ts';
import type { Size } from './screen.ts';

/** A frame that is about to be submitted. The next frame overwrites it. */
export interface ObservedFrame {
  readonly device: GPUDevice;
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  /** What the resources’ first contents were made by. */
  readonly rules: LoadRules;
  /** As they are before the frame. They belong to the run. */
  readonly resources: BoundResources;
  readonly calls: readonly PreparedCall[];
  readonly once: OnceCalls;
  readonly inputs: UniformInputs;
  /** That screen-sized resources have. */
  readonly screen: Size;
}

/** A tool that looks at frames from inside the run. */
export interface FrameObserver {
  /** Before the frame's first call. What it submits to the device's queue comes before the frame. */
  frameBegins(frame: ObservedFrame): void;
  /** All of the frame is submitted. */
  frameSubmitted(): void;
}

/** Encodes what the run would encode itself, so that it can be measured. */
export interface FrameMeter {
  readonly encodeCalls: EncodeCalls;
  /** For the pass that shows the picture. */
  readonly presenting: GPURenderPassTimestampWrites | undefined;
}

/** The newest frame of a run, whose resources are as it left them; null before its first one. */
type NewestFrame = () => ObservedFrame | null;

/** The observers of all runs of a page. As long as there is none, frames cost nothing more. */
export interface FrameObservers extends FrameObserver {
  readonly isEmpty: boolean;
  /** Null as long as nobody measures frames. */
  meter: FrameMeter | null;
  add(observer: FrameObserver): Dispose;
  /** Of the run that draws, though nobody observed it; null if none draws. */
  readonly newest: NewestFrame;
  /** Called by the run that draws from now on, until it is disposed of. */
  drawnBy(newest: NewestFrame): Dispose;
}

const NO_FRAME: NewestFrame = () => null;

export function createFrameObservers(): FrameObservers {
  const observers = new Set<FrameObserver>();
  let newest: NewestFrame = NO_FRAME;
  return {
    meter: null,
    newest: () => newest(),
    drawnBy(next) {
      newest = next;
      return () => {
        if (newest === next) newest = NO_FRAME;
      };
    },
    get isEmpty() {
      return observers.size === 0;
    },
    add(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    frameBegins(frame) {
      for (const observer of observers) observer.frameBegins(frame);
    },
    frameSubmitted() {
      for (const observer of observers) observer.frameSubmitted();
    },
  };
}
