import type { Resolution, RunControls, RunReports, UniformValues } from '#program/runControls.ts';
import type { RunDescriptor } from '#program/runDescriptor.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type Contents, loadContents } from './contents.ts';
import { watchKeyboard } from './keyboard.ts';
import { type MousePosition, watchMouse } from './mouse.ts';
import { createPipelines } from './pipelines.ts';
import { createPresenter } from './presenter.ts';
import { type Run, type RunContext, startRun } from './run.ts';
import { type Screen, watchScreen } from './screen.ts';

export interface RunnerOptions extends RunReports {
  readonly device: GPUDevice;
  /** The first frame of a run is done. */
  onFirstFrame(): void;
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
  const mouse: MousePosition = [0, 0, 0, 0];
  let resolution: Resolution = 1;
  let attached: Attached | null = null;
  let values: UniformValues = {};
  let run: Run | null = null;
  let starting = new AbortController();
  let told = new Set<string>();

  const tellOnce = (message: string) => {
    if (told.has(message)) return;
    told.add(message);
    options.onMessage(message);
  };
  const onDeviceError = (event: GPUUncapturedErrorEvent) => tellOnce(event.error.message);
  device.addEventListener('uncapturederror', onDeviceError);
  const context: RunContext = {
    ...options,
    presenter,
    mouse,
    screen: () => attached?.screen ?? null,
    isKeyDown: keyboard.isDown,
    values: () => values,
    onMessage: tellOnce,
  };

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
    async start(descriptor, initialValues) {
      starting.abort();
      starting = new AbortController();
      const { signal } = starting;
      const onLoading: RunReports['onLoading'] = (progress) => {
        if (!signal.aborted) options.onLoading(progress);
      };
      onLoading(null);
      const prepared = await prepare(device, descriptor, signal, onLoading);
      if (signal.aborted) return ok(undefined);
      onLoading(null);
      if (!prepared.ok) return prepared;
      run?.stop();
      told = new Set();
      values = initialValues;
      attached?.resetMouse();
      run = startRun(context, descriptor, prepared.value.pipelines, prepared.value.contents);
      options.onPlayback('playing');
      return ok(undefined);
    },
    pause: () => run?.pause(),
    resume: () => run?.resume(),
    step: (frames) => run?.step(frames),
    reset: () => run?.reset(),
    setUniform(name, value) {
      values = { ...values, [name]: value };
      run?.redraw();
    },
    setResolution(next) {
      resolution = next;
      attached?.screen.setResolution(next);
    },
    dispose() {
      starting.abort();
      run?.stop();
      attached?.dispose();
      keyboard.dispose();
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

interface Prepared {
  readonly pipelines: Parameters<typeof startRun>[2];
  readonly contents: Contents;
}

/** Pipelines and contents at the same time; fails with the first that cannot be had. */
async function prepare(
  device: GPUDevice,
  descriptor: RunDescriptor,
  signal: AbortSignal,
  onLoading: RunReports['onLoading'],
): Promise<Result<Prepared>> {
  try {
    const [pipelines, contents] = await Promise.all([
      createPipelines(device, descriptor),
      loadContents(descriptor, signal, onLoading),
    ]);
    return pipelines.ok ? ok({ pipelines: pipelines.value, contents }) : pipelines;
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}
