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

/** A frame about to be submitted. The next frame overwrites it. */
export interface ObservedFrame {
  readonly device: GPUDevice;
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  /** The rules that produced the resources’ first contents. */
  readonly rules: LoadRules;
  /** In their state before the frame. The run owns them. */
  readonly resources: BoundResources;
  readonly calls: readonly PreparedCall[];
  readonly once: OnceCalls;
  readonly inputs: UniformInputs;
  /** The size of screen-sized resources. */
  readonly screen: Size;
}

export interface FrameObserver {
  /** Called before the frame's first call. Work submitted here executes before the frame. */
  frameBegins(frame: ObservedFrame): void;
  /** Called when the whole frame is submitted. */
  frameSubmitted(): void;
}

/** Encodes in place of the run, in order to measure or to show values. */
export interface FrameMeter {
  readonly encodeCalls: EncodeCalls;
  /** For the pass that presents the picture. */
  readonly presenting: GPURenderPassTimestampWrites | undefined;
  /** Draws what is shown over the picture of the newest frame; absent if nothing is. */
  drawOver?(encoder: GPUCommandEncoder, texture: GPUTexture): void;
}

/** The newest frame of a run, with resources as it left them; null before the first frame. */
type NewestFrame = () => ObservedFrame | null;

/** The observers of all runs of a page. Without observers, frames cost nothing extra. */
export interface FrameObservers extends FrameObserver {
  readonly isEmpty: boolean;
  /** Null while nothing measures frames. */
  meter: FrameMeter | null;
  add(observer: FrameObserver): Dispose;
  /** The current run's newest frame, even if it had no observers; null without a run. */
  readonly newest: NewestFrame;
  /** Registers the run that draws from now on. Call the result when that run ends. */
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
