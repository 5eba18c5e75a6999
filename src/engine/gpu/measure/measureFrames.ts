import type { Dispose } from '#core/util/disposer.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { FrameMeasurer, OnMeasured } from './measuredFrame.ts';
import { createQueueMeter } from './queueMeter.ts';
import { createTimestampMeter } from './timestampMeter.ts';

export interface FrameMeasuring {
  /** Of the device that draws; null before a frame was drawn. */
  readonly measurer: FrameMeasurer | null;
  /** From now on, the run encodes its frames itself. */
  stop: Dispose;
}

/** Measures all frames from now on, also those of a device that takes the place of a lost one. */
export function measureFrames(observers: FrameObservers, onMeasured: OnMeasured): FrameMeasuring {
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
    get measurer() {
      return measurer;
    },
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
