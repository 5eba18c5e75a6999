import type { Resolution, RunControls, RunReports } from '#program/plan/runControls.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import type { FrameObservers } from './frameObserver.ts';
import { watchKeyboard } from './input/keyboard.ts';
import { type MousePosition, watchMouse } from './input/mouse.ts';
import { createPresenter } from './presenter.ts';
import type { AssetReader } from './resources/contents.ts';
import type { ProcessorDemand } from './runContext.ts';
import { createRunSlot } from './runSlot.ts';
import { type Screen, watchScreen } from './screen.ts';
import { watchAwakeTime } from './timing/awakeTime.ts';

export interface RunnerOptions extends RunReports {
  readonly device: GPUDevice;
  readonly observers: FrameObservers;
  readonly assets: AssetReader;
  /** The first frame of a run is done. */
  onFirstFrame(): void;
  /** The first frame of an update is done. */
  onUpdateDrawn(): void;
  /** What others need of the processors more urgently than slow frames do. */
  demand(): ProcessorDemand;
}

/** Executes run descriptors, one at a time. Owns what it makes, but not the device. */
export interface Runner extends RunControls {
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
  const mouse: MousePosition = [0, 0, 0, 0];
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
  const slot = createRunSlot({
    ...options,
    presenter,
    mouse,
    screen: () => attached?.screen ?? null,
    isKeyDown: keyboard.isDown,
    awakeNow: awakeTime.now,
    onMessage: tellOnce,
    onVersion(isUpdate) {
      told = new Set();
      if (isUpdate) return;
      attached?.resetMouse();
      options.onPlayback('playing');
    },
  });

  return {
    attachCanvas(canvas) {
      attached?.dispose();
      const mine = attach(canvas, device.limits.maxTextureDimension2D, resolution, mouse);
      attached = mine;
      return () => {
        mine.dispose();
        if (attached === mine) attached = null;
      };
    },
    start: slot.start,
    update: slot.update,
    expectUpdate: slot.expectUpdate,
    pause: () => slot.current()?.pause(),
    resume: () => slot.current()?.resume(),
    step: (frames) => slot.current()?.step(frames),
    showFrame: (frame, seconds) => slot.current()?.showFrame(frame, seconds),
    reset: () => slot.current()?.reset(),
    setUniform: slot.setUniform,
    setResolution(next) {
      resolution = next;
      attached?.screen.setResolution(next);
    },
    dispose() {
      slot.dispose();
      attached?.dispose();
      keyboard.dispose();
      awakeTime.dispose();
      device.removeEventListener('uncapturederror', onDeviceError);
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
