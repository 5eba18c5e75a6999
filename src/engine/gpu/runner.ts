import { type Pace, REAL_TIME, type Resolution, type RunReports } from '#core/plan/runControls.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { FrameObservers } from './frameObserver.ts';
import { watchKeyboard } from './input/keyboard.ts';
import { type MousePosition, watchMouse } from './input/mouse.ts';
import { createRunInputs } from './input/runInputs.ts';
import { createPresenter } from './presenter.ts';
import type { AssetReader } from './resources/contents.ts';
import type { ProcessorDemand, RunContext } from './runContext.ts';
import { createRunSlot, type RunSlot } from './runSlot.ts';
import { type Screen, watchScreen } from './screen.ts';
import { watchAwakeTime } from './timing/awakeTime.ts';

export interface RunEvents extends RunReports {
  /** The device is gone and nothing runs any more. */
  onLost(reason: string): void;
}

export interface RunnerOptions extends RunEvents {
  /** The runner's own: it is destroyed with the runner. */
  readonly device: GPUDevice;
  readonly observers: FrameObservers;
  readonly assets: AssetReader;
  loadUpdates: RunContext['loadUpdates'];
  /** The first frame of a run is done. */
  onFirstFrame(): void;
  /** The first frame of an update is done. */
  onUpdateDrawn(): void;
  /** What others need of the processors more urgently than slow frames do. */
  demand(): ProcessorDemand;
}

/** Executes run descriptors on a device, one at a time. */
export interface Runner extends Omit<RunSlot, 'current'> {
  setPace(pace: Pace): void;
  setResolution(resolution: Resolution): void;
  /** Draws on this canvas from now on; the returned function takes it away again. */
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  dispose: Dispose;
}

interface Attached {
  readonly screen: Screen;
  resetMouse(): void;
  dispose: Dispose;
}

export function createRunner(options: RunnerOptions): Runner {
  const { device } = options;
  const presenter = createPresenter(device, navigator.gpu.getPreferredCanvasFormat());
  const keyboard = watchKeyboard(window);
  const awakeTime = watchAwakeTime(document);
  const inputs = createRunInputs(keyboard);
  let pace = REAL_TIME;
  let resolution: Resolution = 1;
  let attached: Attached | null = null;
  let told = new Set<string>();

  const tellOnce = (message: string) => {
    if (told.has(message)) return;
    told.add(message);
    options.onMessage(message);
  };
  const onDeviceError = (event: GPUUncapturedErrorEvent) => tellOnce(event.error.message);
  device.addEventListener('uncapturederror', onDeviceError);
  let disposed = false;
  void device.lost.then(({ message, reason }) => {
    if (!disposed) options.onLost(message || reason);
  });
  const slot = createRunSlot({
    ...{ ...options, presenter, inputs },
    pace: () => pace,
    screen: () => attached?.screen ?? null,
    awakeNow: awakeTime.now,
    onMessage: tellOnce,
    onVersion(isUpdate) {
      told = new Set();
      if (isUpdate) return;
      inputs.replay(null);
      attached?.resetMouse();
      options.onPlayback('playing');
    },
  });

  return {
    ...slot,
    attachCanvas(canvas) {
      attached?.dispose();
      const mine = attach(canvas, device.limits.maxTextureDimension2D, resolution, inputs.mouse);
      attached = mine;
      return () => {
        mine.dispose();
        if (attached === mine) attached = null;
      };
    },
    setPace(next) {
      pace = next;
      slot.current()?.setPace(next);
    },
    setResolution(next) {
      resolution = next;
      attached?.screen.setResolution(next);
    },
    dispose() {
      disposed = true;
      slot.dispose();
      attached?.dispose();
      keyboard.dispose();
      awakeTime.dispose();
      device.removeEventListener('uncapturederror', onDeviceError);
      device.destroy();
    },
  };
}

function attach(
  canvas: HTMLCanvasElement,
  maxSize: number,
  resolution: Resolution,
  position: MousePosition,
): Attached {
  const disposer = createDisposer();
  const screen = watchScreen(canvas, maxSize, resolution);
  disposer.add(screen.dispose);
  const mouse = watchMouse(canvas, position);
  disposer.add(mouse.dispose);
  return { screen, resetMouse: mouse.reset, dispose: disposer.dispose };
}
