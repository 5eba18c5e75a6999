import type { RunReports, UniformValues } from '#program/runControls.ts';
import { OUTPUT_TEXTURE, PRINT_BUFFER, type RunDescriptor } from '#program/runDescriptor.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { createClock } from './clock.ts';
import type { Contents } from './contents.ts';
import { encodeCalls, type PreparedCall, prepareCalls } from './dispatch.ts';
import { type FrameOutcome, startFrameLoop } from './frameLoop.ts';
import { createFrameRate } from './frameRate.ts';
import type { CallPipeline } from './pipelines.ts';
import type { Presenter } from './presenter.ts';
import { createPrintReader, type PrintReader } from './printReader.ts';
import { createResources, type RunResources } from './resources.ts';
import type { Screen, Size } from './screen.ts';
import { type FrameInputs, writeUniforms } from './uniforms.ts';

/** What a shader that draws no image is told of the screen. */
const NO_SCREEN: Size = { width: 512, height: 512 };

/** Frames that keep the GPU longer, in milliseconds, pause playback. */
const SLOW_FRAME = 2000;

/**
 * A single frame that takes longer, in milliseconds, pauses at once. Below that it takes two in a
 * row: one may have waited for something else, such as another program that has the processor.
 */
const STUCK_FRAME = 5000;

export interface RunContext extends RunReports {
  readonly device: GPUDevice;
  readonly presenter: Presenter;
  screen(): Screen | null;
  readonly mouse: FrameInputs['mouse'];
  isKeyDown(name: string): boolean;
  values(): UniformValues;
  onFirstFrame(): void;
}

/** A shader that executes, from its first frame until it is stopped. */
export interface Run {
  pause(): void;
  resume(): void;
  step(frames: number): void;
  reset(): void;
  /** Draws the frame again if playback is paused. */
  redraw(): void;
  /** Ends the loop and frees everything that the run made. */
  stop: Dispose;
}

/** Starts at frame 0, playing. */
export function startRun(
  context: RunContext,
  descriptor: RunDescriptor,
  pipelines: readonly CallPipeline[],
  contents: Contents,
): Run {
  const disposer = createDisposer();
  const clock = createClock(performance.now());
  const rate = createFrameRate();
  const drawFrame = createFrameDrawer(context, descriptor, pipelines, contents, disposer.add);
  let playing = true;
  /** The frame that was drawn last; -1 before the first. */
  let current = -1;
  /** A frame to draw although playback is paused. */
  let wanted: number | null = null;

  const setPlaying = (next: boolean) => {
    if (playing === next) return;
    playing = next;
    const now = performance.now();
    if (playing) clock.resume(now);
    else clock.pause(now);
    rate.reset();
    context.onPlayback(playing ? 'playing' : 'paused');
  };
  const watchDuration = watchSlowFrames(descriptor, (message) => {
    setPlaying(false);
    context.onMessage(message);
  });

  const turn = (now: number): FrameOutcome => {
    const frame = playing ? current + 1 : (wanted ?? Math.max(0, current));
    const onlyIfResized = !playing && wanted === null;
    const drawn = drawFrame(frame, clock.seconds(now), onlyIfResized);
    if (!drawn) return { kind: 'waiting' };
    wanted = null;
    const isFirst = current < 0;
    current = frame;
    if (playing) rate.tick(now);
    const { frameTime, framesPerSecond } = rate;
    context.onFrame({ frame, frameTime, framesPerSecond, ...drawn.size });
    const done = context.device.queue.onSubmittedWorkDone();
    watchDuration(done);
    if (isFirst) done.then(context.onFirstFrame, () => {});
    // Nothing would ever change any more, and what was printed stays in sight.
    if (!drawn.dispatched) setPlaying(false);
    return { kind: 'submitted', done };
  };
  disposer.add(
    startFrameLoop((now) => {
      try {
        return turn(now);
      } catch (thrown) {
        context.onError(`Error rendering frame ${current + 1}: ${messageOf(thrown)}`);
        return { kind: 'finished' };
      }
    }),
  );

  return {
    pause: () => setPlaying(false),
    resume: () => setPlaying(true),
    step(frames) {
      setPlaying(false);
      clock.step(frames, performance.now());
      wanted = Math.max(0, current + frames);
    },
    reset() {
      clock.reset(performance.now());
      rate.reset();
      if (playing) current = -1;
      else wanted = 0;
    },
    redraw() {
      if (!playing) wanted ??= Math.max(0, current);
    },
    stop: disposer.dispose,
  };
}

/** Reports, once, frames whose work took the GPU too long. */
function watchSlowFrames(
  { callCommands }: RunDescriptor,
  onSlow: (message: string) => void,
): (done: Promise<unknown>) => void {
  let lastDone = 0;
  let reported = false;
  let slowBefore = false;
  const names = callCommands.map(({ fnName }) => fnName).join(', ');
  return (done) => {
    const submitted = performance.now();
    done.then(
      () => {
        const now = performance.now();
        const taken = now - Math.max(submitted, lastDone);
        lastDone = now;
        const slow = taken > SLOW_FRAME;
        const tooSlow = taken > STUCK_FRAME || (slow && slowBefore);
        slowBefore = slow;
        if (!tooSlow || reported) return;
        reported = true;
        const who = callCommands.length === 1 ? `entry point ${names}` : `entry points ${names}`;
        onSlow(
          `A frame took the GPU ${(taken / 1000).toFixed(1)} s in ${who}. Playback was paused; resume it, or make the shader do less.`,
        );
      },
      () => {},
    );
  };
}

interface DrawnFrame {
  readonly size: Size;
  readonly dispatched: boolean;
}

/**
 * Draws one frame, null if there is nothing to draw on or to do.
 *
 * @param onlyIfResized draw only if the screen has another size than at the last frame
 */
type FrameDrawer = (frame: number, seconds: number, onlyIfResized: boolean) => DrawnFrame | null;

function createFrameDrawer(
  context: RunContext,
  descriptor: RunDescriptor,
  pipelines: readonly CallPipeline[],
  contents: Contents,
  own: (release: Dispose) => void,
): FrameDrawer {
  const { device, presenter } = context;
  const drawsImage = descriptor.outputTypes.includes('image');
  const writer = createUniformWriter(context, descriptor);
  let made: { resources: RunResources; printer: PrintReader | null } | undefined;
  let calls: readonly PreparedCall[] = [];

  const make = (size: Size) => {
    const resources = createResources(device, descriptor, contents, size);
    own(resources.destroy);
    const printer = createPrinter(context, descriptor, resources);
    if (printer) own(printer.dispose);
    return { resources, printer };
  };

  return (frame, seconds, onlyIfResized) => {
    const screen = drawsImage ? context.screen() : null;
    const size = drawsImage ? screen?.size() : NO_SCREEN;
    if (!size) return null;
    const isNew = made === undefined;
    made ??= make(size);
    const { resources, printer } = made;
    const resized = resources.resize(size);
    if (onlyIfResized && !resized) return null;
    if (isNew || resized) calls = prepareCalls(device, descriptor, pipelines, resources);
    writer(resources, frame, seconds);

    const encoder = device.createCommandEncoder();
    printer?.begin(encoder);
    const dispatched = encodeCalls(encoder, calls, frame === 0);
    const readPrinted = printer?.end(encoder);
    const picture = resources.get(OUTPUT_TEXTURE);
    if (screen && picture?.kind === 'texture') {
      presenter.encode(encoder, screen.canvas, size, picture.texture);
    }
    device.queue.submit([encoder.finish()]);
    readPrinted?.();
    return { size: drawsImage ? size : { width: 0, height: 0 }, dispatched };
  };
}

function createPrinter(
  { device, onPrinted, onMessage }: RunContext,
  { outputTypes, shader }: RunDescriptor,
  resources: RunResources,
): PrintReader | null {
  const printed = outputTypes.includes('printing') ? resources.get(PRINT_BUFFER) : undefined;
  if (printed?.kind !== 'buffer') return null;
  const { hashedStrings } = shader;
  return createPrintReader({ device, buffer: printed.buffer, hashedStrings, onPrinted, onMessage });
}

/** Writes the uniform block, but only if its bytes are others than in the frame before. */
function createUniformWriter(
  context: RunContext,
  { uniformSize, uniformComponents }: RunDescriptor,
): (resources: RunResources, frame: number, seconds: number) => void {
  const view = new DataView(new ArrayBuffer(uniformSize));
  const words = new Uint32Array(view.buffer);
  const written = new Uint32Array(words.length);
  let writtenOnce = false;
  const inputs = {
    time: 0,
    frame: 0,
    mouse: context.mouse,
    isKeyDown: context.isKeyDown,
    values: context.values(),
  };
  return ({ uniformBuffer }, frame, seconds) => {
    if (!uniformBuffer) return;
    inputs.time = seconds;
    inputs.frame = frame;
    inputs.values = context.values();
    writeUniforms(view, uniformComponents, inputs);
    if (writtenOnce && words.every((word, index) => word === written[index])) return;
    writtenOnce = true;
    written.set(words);
    context.device.queue.writeBuffer(uniformBuffer, 0, view);
  };
}
