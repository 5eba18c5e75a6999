import { OUTPUT_TEXTURE, type RunDescriptor } from '#program/runDescriptor.ts';
import type { Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { groupCounts } from './dispatch.ts';
import { type FrameOutcome, startFrameLoop } from './frameLoop.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import { createPresenter, type Presenter } from './presenter.ts';
import { createResources, type RunResources } from './resources.ts';
import { type Screen, watchScreen } from './screen.ts';
import { writeUniforms } from './uniforms.ts';

export interface FrameStats {
  /** Counts from 0. */
  readonly frame: number;
}

export interface RunnerOptions {
  readonly device: GPUDevice;
  /** Called in each frame: keep it cheap. */
  readonly onFrame: (stats: FrameStats) => void;
  /** A run ended because of this; its last picture stays. */
  readonly onError: (message: string) => void;
  /** The first frame of the first run is on the screen. */
  readonly onFirstFrame: () => void;
}

/** Executes run descriptors, one at a time. Owns what it makes, but not the device. */
export interface Runner {
  /** Draws on this canvas from now on; the returned function takes it away again. */
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /**
   * Builds the pipelines and then takes the place of the run before. If they cannot be built, that
   * run goes on and the reason is returned.
   */
  start(descriptor: RunDescriptor): Promise<Result<void>>;
  dispose: Dispose;
}

export function createRunner(options: RunnerOptions): Runner {
  const { device } = options;
  const presenter = createPresenter(device, navigator.gpu.getPreferredCanvasFormat());
  let screen: Screen | null = null;
  let stopRun: Dispose = () => {};
  let newest = 0;
  return {
    attachCanvas(canvas) {
      screen?.dispose();
      const attached = watchScreen(canvas, device.limits.maxTextureDimension2D);
      screen = attached;
      return () => {
        attached.dispose();
        if (screen === attached) screen = null;
      };
    },
    async start(descriptor) {
      newest += 1;
      const number = newest;
      const pipelines = await createPipelines(device, descriptor);
      if (!pipelines.ok) return pipelines;
      if (number === newest) {
        stopRun();
        stopRun = startRun(
          { ...options, presenter, screen: () => screen },
          descriptor,
          pipelines.value,
        );
      }
      return ok(undefined);
    },
    dispose() {
      newest += 1;
      stopRun();
      screen?.dispose();
    },
  };
}

interface RunContext extends RunnerOptions {
  readonly presenter: Presenter;
  readonly screen: () => Screen | null;
}

/** Runs frames until stopped; the returned function ends the loop and frees the run's resources. */
function startRun(context: RunContext, descriptor: RunDescriptor, pipelines: Pipelines): Dispose {
  const { device, onFrame, onError } = context;
  const uniforms = new DataView(new ArrayBuffer(descriptor.uniformSize));
  let resources: RunResources | undefined;
  let startedAt: number | undefined;
  let frame = 0;

  const drawFrame = (now: number): FrameOutcome => {
    const screen = context.screen();
    const size = screen?.size();
    if (!screen || !size) return { kind: 'waiting' };
    resources ??= createResources(device, pipelines.bindGroupLayout, descriptor, size);
    resources.resize(size);
    startedAt ??= now;
    writeUniforms(uniforms, descriptor.uniformComponents, {
      time: (now - startedAt) * 0.001,
      frame,
    });
    if (resources.uniformBuffer) device.queue.writeBuffer(resources.uniformBuffer, 0, uniforms);

    const encoder = device.createCommandEncoder({ label: `frame ${frame}` });
    encodeCalls(encoder, descriptor, pipelines, resources, frame);
    const picture = resources.texture(OUTPUT_TEXTURE);
    if (picture) context.presenter.encode(encoder, screen.canvas, size, picture);
    device.queue.submit([encoder.finish()]);
    onFrame({ frame });
    const done = device.queue.onSubmittedWorkDone();
    if (frame === 0) done.then(context.onFirstFrame, () => {});
    frame += 1;
    return { kind: 'submitted', done };
  };

  const stopLoop = startFrameLoop((now) => {
    try {
      return drawFrame(now);
    } catch (thrown) {
      onError(`Error rendering frame ${frame}: ${messageOf(thrown)}`);
      return { kind: 'finished' };
    }
  });
  return () => {
    stopLoop();
    resources?.destroy();
  };
}

function encodeCalls(
  encoder: GPUCommandEncoder,
  descriptor: RunDescriptor,
  { pipelines }: Pipelines,
  resources: RunResources,
  frame: number,
): void {
  const pass = encoder.beginComputePass({ label: `frame ${frame}` });
  pass.setBindGroup(0, resources.bindGroup);
  for (const [index, call] of descriptor.callCommands.entries()) {
    const pipeline = pipelines[index];
    if (!pipeline || (call.callOnce && frame > 0)) continue;
    pass.setPipeline(pipeline);
    pass.dispatchWorkgroups(...groupCounts(call, descriptor, resources));
  }
  pass.end();
}
