import { REAL_TIME } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import { createPresenter } from '#engine/gpu/presenter.ts';
import { paddedRow, readBytes } from '#engine/gpu/readBack.ts';
import { createRunInputs } from '#engine/gpu/runInputs.ts';
import { createRunSlot } from '#engine/gpu/runSlot.ts';
import { updates } from '#engine/gpu/takeover.ts';

const SIZE = { width: 64, height: 48 };

const ignore = () => {};

/** Runs programs on a real device as the page does, with a texture in place of the canvas. */
export function createRealRun(device: GPUDevice, observers = createFrameObservers(), size = SIZE) {
  Object.assign(globalThis, {
    requestAnimationFrame: (turn: FrameRequestCallback) =>
      setTimeout(() => turn(performance.now())),
    cancelAnimationFrame: clearTimeout,
  });
  const format = 'rgba8unorm';
  const shown = device.createTexture({
    ...{ label: 'canvas', size: [size.width, size.height], format },
    usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  });
  const context = { configure: ignore, getCurrentTexture: () => shown };
  const canvas = { ...size, getContext: () => context } as unknown as HTMLCanvasElement;
  let printed = '';
  let problems: string[] = [];
  const runs = createRunSlot({
    device,
    presenter: createPresenter(device, format),
    screen: () => ({ canvas, size: () => size, setResolution: ignore, dispose: ignore }),
    inputs: createRunInputs({ isDown: () => false }),
    pace: () => REAL_TIME,
    loadUpdates: async () => updates,
    ...{ onFirstFrame: ignore, onUpdateDrawn: ignore, onFrameOverdue: ignore },
    ...{ onVersion: ignore, onLoading: ignore, onFrame: ignore, onFrameDone: ignore },
    onPlayback: ignore,
    assets: {
      read: async ({ path }) => {
        throw new Error(path);
      },
      describeMissing: async (_, reason) => reason,
    },
    // Frames may take long on a busy machine, and a run pauses when they do.
    awakeNow: (at = performance.now()) => at / 100,
    observers,
    demand: () => 'none',
    onPrinted: (text) => {
      printed = text;
    },
    onMessage: (message) => problems.push(message),
    onError: (message) => problems.push(message),
  });
  return {
    async start(descriptor: RunDescriptor) {
      printed = '';
      problems = [];
      const started = await runs.start(descriptor, {}, { followsRedirects: true, seed: 1 });
      if (!started.ok) problems.push(started.error);
    },
    /** The text of the newest frame that printed something. */
    printed: () => printed,
    problems: () => problems.join('\n'),
    /** The colour in the middle of the canvas. */
    async color(): Promise<number[]> {
      const bytesPerRow = paddedRow(SIZE.width * 4);
      const buffer = device.createBuffer({
        ...{ label: 'colour', size: bytesPerRow * SIZE.height },
        usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
      });
      const encoder = device.createCommandEncoder();
      encoder.copyTextureToBuffer({ texture: shown }, { buffer, bytesPerRow }, SIZE);
      device.queue.submit([encoder.finish()]);
      const at = (bytesPerRow * SIZE.height) / 2 + SIZE.width * 2;
      const bytes = new Uint8Array(await readBytes(device, buffer, at, at + 4));
      buffer.destroy();
      return [...bytes.subarray(0, 3)];
    },
    pause: runs.pause,
    step: runs.step,
    dispose: runs.dispose,
  };
}
