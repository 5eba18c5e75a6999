import { animatedValues, suitableAnimations } from '#core/plan/animation.ts';
import { keepsState } from '#core/plan/keepsState.ts';
import { FIXED_RATE } from '#core/plan/runControls.ts';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import type { InputChange } from '#core/project/runView.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { partitionPoint } from '#core/util/partitionPoint.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createExactRenderer, type ExactRenderer } from '#engine/gpu/replay/exactRenderer.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import {
  createPictureReader,
  type PictureReader,
  type Pixels,
  type TakeStrip,
} from '#engine/gpu/replay/pictureReader.ts';
import type { LoadedData } from '#engine/gpu/resources/resourceData.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createDeviceGuard } from './deviceGuard.ts';

/**
 * Draws frames of the running program with separate resources, exactly as the program draws them.
 */
export interface FrameSource {
  readonly device: GPUDevice;
  readonly size: Size;
  /** Whether frames depend on earlier ones. If so, draw them in order. */
  readonly keepsState: boolean;
  /** The last drawn frame, until the next one is drawn. The program may set a different size. */
  readonly picture: GPUTexture;
  /** The value of `TIME` in a frame. */
  seconds(frame: number): number;
  /**
   * Submits a frame. If frames depend on earlier ones, first plays those since the last drawn
   * frame. Rejects with a sentence if the device is lost, and with the signal's reason if aborted.
   */
  draw(frame: number): Promise<void>;
  /** The pixels of the last drawn frame. Rejects like `draw`. */
  pixels(keepsAlpha: boolean): Promise<Pixels>;
  /** The same in strips from the top, for pictures of any size. See PictureReader. */
  strips(keepsAlpha: boolean, take: TakeStrip): Promise<void>;
  dispose: Dispose;
}

export interface FrameSourceOptions {
  readonly size: Size;
  readonly signal: AbortSignal;
  /** The value of `TIME` in a frame; a fixed step if omitted. */
  readonly seconds?: (frame: number) => number;
  /** Called while frames before the wanted one are played; `frame` is the next one to play. */
  readonly onPlayed?: (frame: number, wanted: number) => void;
}

export interface FrameContext {
  readonly workspace: Pick<Workspace, 'store' | 'inputsUpTo'>;
  readonly observers: Pick<FrameObservers, 'newest'>;
  readonly loadContents: LoadContents;
}

export const NOTHING_RUNS = 'No picture is running. Run a shader that draws one, then try again.';

/** How long a batch of played frames should keep the device busy, in milliseconds. */
const BATCH_TIME = 50;
/** Longest task that submits frames, in milliseconds. */
const TASK_TIME = 16;

/** Draws frame n at TIME n / 60. */
export const fixedStep = (frame: number): number => frame / FIXED_RATE;

/**
 * Uses the program, values, animations and recorded inputs as they are now. Fails with a sentence
 * if nothing runs, or if the device has no room for a second set of resources. Rejects if the
 * signal is aborted.
 */
export async function createFrameSource(
  context: FrameContext,
  options: FrameSourceOptions,
): Promise<Result<FrameSource>> {
  const newest = context.observers.newest();
  if (!newest) return fail(NOTHING_RUNS);
  const inputsOf = createInputs(context, newest, options);
  const { device, descriptor, pipelines, rules } = newest;
  const { size, signal } = options;
  try {
    const data = await context.loadContents(descriptor, rules, device, signal);
    signal.throwIfAborted();
    const made = await createExactRenderer({ device, descriptor, pipelines, data, size });
    closeImages(data);
    if (!made.ok) return made;
    const renderer = made.value;
    const { picture } = renderer;
    if (!picture || signal.aborted) {
      renderer.dispose();
      signal.throwIfAborted();
      return fail(NOTHING_RUNS);
    }
    const isStateful = keepsState(descriptor);
    return ok(createSource({ renderer, picture, device, isStateful, inputsOf, ...options }));
  } catch (thrown) {
    signal.throwIfAborted();
    return fail(messageOf(thrown));
  }
}

interface SourceParts extends FrameSourceOptions {
  readonly device: GPUDevice;
  readonly renderer: ExactRenderer;
  readonly picture: GPUTexture;
  readonly isStateful: boolean;
  readonly inputsOf: (frame: number) => UniformInputs;
}

function createSource(parts: SourceParts): FrameSource {
  const { device, renderer, picture, isStateful, inputsOf, size, signal } = parts;
  let reader: PictureReader | null = null;
  /** The next frame. A program that keeps state has drawn all frames before it. */
  let next = 0;
  const guarded = createDeviceGuard(device, signal);
  const submit = (frame: number) => {
    renderer.draw(inputsOf(frame));
    next = frame + 1;
  };
  const playTo = async (wanted: number) => {
    let batch = 1;
    while (next < wanted) {
      signal.throwIfAborted();
      const begun = performance.now();
      const end = Math.min(wanted, next + batch);
      do submit(next);
      while (next < end && performance.now() - begun < TASK_TIME);
      await device.queue.onSubmittedWorkDone();
      batch = performance.now() - begun < BATCH_TIME ? batch * 2 : Math.max(1, batch >> 1);
      parts.onPlayed?.(next, wanted);
    }
  };
  const readerNow = () => {
    reader ??= createPictureReader(device);
    return reader;
  };
  return {
    ...{ device, size, picture },
    keepsState: isStateful,
    seconds: parts.seconds ?? fixedStep,
    draw: (frame) =>
      guarded(async () => {
        if (isStateful) {
          if (frame < next) throw new Error(`Frame ${frame} was drawn before frame ${next - 1}.`);
          await playTo(frame);
        }
        submit(frame);
      }),
    pixels: (keepsAlpha) => guarded(() => readerNow().read(picture, keepsAlpha, size)),
    strips: (keepsAlpha, take) =>
      guarded(() =>
        readerNow().readStrips(picture, keepsAlpha, size, (strip) => {
          signal.throwIfAborted();
          return take(strip);
        }),
      ),
    dispose: renderer.dispose,
  };
}

/** What each frame reads: the user's recorded input in that frame, and the current values. */
function createInputs(
  { workspace }: FrameContext,
  newest: ObservedFrame,
  { size, seconds = fixedStep }: FrameSourceOptions,
): (frame: number) => UniformInputs {
  const { uniformValues, animations: all } = workspace.store.getState();
  const animations = suitableAnimations(uniformComponents(newest.descriptor), all);
  const recorded = workspace.inputsUpTo(Number.POSITIVE_INFINITY);
  // Copied, because recording continues.
  const changes = [...(recorded ?? [])];
  const { screen } = newest;
  return (frame) => {
    const time = seconds(frame);
    const { mouse, keys } = inputAt(changes, frame);
    return {
      ...{ frame, time },
      mouse: [...scaleMouse(mouse, screen, size)],
      isKeyDown: (name) => keys.includes(name),
      values: animatedValues(uniformValues, animations, time),
    };
  };
}

/** Call once the images have been uploaded to the device. */
function closeImages(data: LoadedData): void {
  for (const resource of data.values()) {
    if (resource.kind === 'images') for (const image of resource.images) image.close();
  }
}

type MouseInput = InputChange['mouse'];

interface RecordedInput {
  readonly mouse: MouseInput;
  readonly keys: readonly string[];
}

const NO_INPUT: RecordedInput = { mouse: [0, 0, 0, 0], keys: [] };

/**
 * Finds the mouse and keys that a frame read. Before the first change, nothing is pressed.
 *
 * @param changes in frame order
 */
export function inputAt(changes: readonly InputChange[], frame: number): RecordedInput {
  const isUpTo = (index: number) => (changes[index]?.frame ?? 0) <= frame;
  return changes[partitionPoint(0, changes.length, isUpTo) - 1] ?? NO_INPUT;
}

/** MOUSE_POSITION is in pixels. Scales it to the same place in a picture of another size. */
export function scaleMouse(
  [x, y, pressedX, pressedY]: MouseInput,
  from: Size,
  to: Size,
): MouseInput {
  const across = from.width > 0 ? to.width / from.width : 1;
  const down = from.height > 0 ? to.height / from.height : 1;
  return [x * across, y * down, pressedX * across, pressedY * down];
}
