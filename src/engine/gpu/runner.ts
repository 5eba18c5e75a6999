import { type Pace, REAL_TIME, type Resolution, type RunReports } from '#core/plan/runControls.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { AssetReader } from '#engine/gpu/resources/contents.ts';
import type { FrameObservers } from './frameObserver.ts';
import { createPresenter } from './presenter.ts';
import type { ProcessorDemand, RunContext } from './runContext.ts';
import { createRunInputs, type MousePosition, watchKeyboard, watchMouse } from './runInputs.ts';
import { createRunSlot, type RunSlot } from './runSlot.ts';
import { watchScreen } from './screen.ts';

export interface RunEvents extends RunReports {
  /** The device was lost, and nothing runs any more. */
  onLost(reason: string): void;
}

interface RunnerOptions extends RunEvents {
  /** Owned by the runner, which destroys it at the end. */
  readonly device: GPUDevice;
  readonly observers: FrameObservers;
  readonly assets: AssetReader;
  loadUpdates: RunContext['loadUpdates'];
  onFirstFrame(): void;
  onUpdateDrawn(): void;
  /** How much of the processors others need, ahead of slow frames. */
  demand(): ProcessorDemand;
}

export interface Runner extends Omit<RunSlot, 'current'> {
  setPace(pace: Pace): void;
  setResolution(resolution: Resolution): void;
  /** Draws on this canvas from now on; the returned function detaches it. */
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  dispose: Dispose;
}

type Attached = ReturnType<typeof attach>;

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
) {
  const disposer = createDisposer();
  const screen = watchScreen(canvas, maxSize, resolution);
  disposer.add(screen.dispose);
  const mouse = watchMouse(canvas, position);
  disposer.add(mouse.dispose);
  return { screen, resetMouse: mouse.reset, dispose: disposer.dispose };
}

/** How often an awake page records the time (ms). */
const BEAT = 1000;

/** A page that was silent for longer than this (ms) was asleep or frozen, not just busy. */
const SILENCE = 30_000;

/**
 * Time during which the user could see the page: it excludes time while the page was hidden or
 * frozen, or the machine slept. Waiting for a slow GPU counts, since the page keeps running.
 */
export type AwakeTime = ReturnType<typeof watchAwakeTime>;

export function watchAwakeTime(page: Document) {
  const disposer = createDisposer();
  let missed = 0;
  let newest = 0;
  let lastBeat = performance.now();
  let hiddenSince = page.visibilityState === 'hidden' ? lastBeat : null;

  const beat = () => {
    const now = performance.now();
    // Browsers throttle the timers of hidden pages, so their silence means nothing.
    if (hiddenSince === null && now - lastBeat > SILENCE) missed += now - lastBeat;
    lastBeat = now;
  };
  const onVisibility = () => {
    beat();
    if (page.visibilityState === 'hidden') {
      hiddenSince ??= lastBeat;
    } else if (hiddenSince !== null) {
      missed += lastBeat - hiddenSince;
      hiddenSince = null;
    }
  };
  // Capture, to run before other listeners for the page's return.
  page.addEventListener('visibilitychange', onVisibility, { capture: true });
  disposer.add(() => page.removeEventListener('visibilitychange', onVisibility, { capture: true }));
  const timer = setInterval(beat, BEAT);
  disposer.add(() => clearInterval(timer));
  return {
    /**
     * Milliseconds; never decreases.
     *
     * @param at from `performance.now()`, no earlier than the page's last turn
     */
    now(at: number = performance.now()): number {
      beat();
      newest = Math.max(newest, Math.min(at, hiddenSince ?? at) - missed);
      return newest;
    },
    dispose: disposer.dispose,
  };
}
