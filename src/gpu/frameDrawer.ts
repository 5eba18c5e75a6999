import { canPrint, type RunChange } from '#program/runChange.ts';
import { OUTPUT_TEXTURE, PRINT_BUFFER, type RunDescriptor } from '#program/runDescriptor.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Result } from '#shared/result.ts';
import type { Contents } from './contents.ts';
import { encodeCalls, type PreparedCall, prepareCalls } from './dispatch.ts';
import type { CallPipeline } from './pipelines.ts';
import { createPrintReader, type PrintReader } from './printReader.ts';
import { createResources, type RunResources } from './resources.ts';
import type { RunContext } from './runContext.ts';
import type { Size } from './screen.ts';
import { prepareTakeover, type Takeover } from './takeover.ts';
import { createUniformWriter } from './uniformWriter.ts';

/** What a shader that draws no image is told of the screen. */
const NO_SCREEN: Size = { width: 512, height: 512 };
const NO_IMAGE: Size = { width: 0, height: 0 };

/** A program, ready to be dispatched. */
export interface Version {
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  readonly contents: Contents;
}

/** Draws frames of one version of a program, until another takes its place. */
export interface FrameDrawer {
  /**
   * Submits one frame, if there is something to draw on and to do.
   *
   * @param onlyIfResized draw only if the screen has another size than at the last frame
   */
  draw(frame: number, seconds: number, onlyIfResized: boolean): boolean;
  /** Of the newest frame; 0 × 0 if it has no image. */
  readonly size: Size;
  /** Whether the newest frame dispatched anything. */
  readonly dispatched: boolean;
  readonly version: Version;
  /**
   * Makes and checks all that another version needs, while this one goes on. Its contents are
   * those of the resources that it does not keep. Fails with the reason, and then nothing is left.
   */
  prepare(next: Version, change: RunChange): Promise<Result<Takeover>>;
  dispose: Dispose;
}

export function createFrameDrawer(context: RunContext, first: Version): FrameDrawer {
  const { device, presenter } = context;
  const submission: GPUCommandBuffer[] = [];
  /** Once-only calls that were changed and have to run, though it is not frame 0. */
  const again = new Set<string>();
  let version = first;
  let writer = createUniformWriter(context, first.descriptor);
  let resources: RunResources | null = null;
  let printer: PrintReader | null = null;
  let calls: readonly PreparedCall[] | null = null;
  let size = NO_IMAGE;
  let dispatched = false;

  const make = (screen: Size): RunResources => {
    const made = createResources(device, version.descriptor, version.contents, screen);
    printer = createPrinter(context, version.descriptor, made);
    // What was loaded is in the resources now.
    version = { ...version, contents: new Map() };
    return made;
  };

  const takeOver = (next: Version, change: RunChange, made: RunResources | null) => {
    const printsOn =
      printer !== null && made !== null && change.kept.has(PRINT_BUFFER) && !change.silences;
    if (!printsOn) printer?.dispose();
    if (made && resources) made.adopt(resources, change);
    resources = made;
    if (!printsOn) printer = made && createPrinter(context, next.descriptor, made);
    version = made ? { ...next, contents: new Map() } : next;
    writer = createUniformWriter(context, next.descriptor);
    calls = null;
    for (const name of change.again) again.add(name);
  };

  return {
    get size() {
      return size;
    },
    get dispatched() {
      return dispatched;
    },
    get version() {
      return version;
    },
    draw(frame, seconds, onlyIfResized) {
      const { descriptor } = version;
      const drawsImage = descriptor.outputTypes.includes('image');
      const screen = drawsImage ? context.screen() : null;
      const screenSize = drawsImage ? screen?.size() : NO_SCREEN;
      if (!screenSize) return false;
      resources ??= make(screenSize);
      const resized = resources.resize(screenSize);
      if (onlyIfResized && !resized) return false;
      if (resized || !calls) calls = prepareCalls(device, descriptor, version.pipelines, resources);
      writer(resources.uniformBuffer, frame, seconds);

      const encoder = device.createCommandEncoder();
      printer?.begin(encoder);
      dispatched = encodeCalls(encoder, calls, frame === 0 ? 'all' : again);
      printer?.end(encoder, descriptor.shader.hashedStrings);
      const picture = resources.get(OUTPUT_TEXTURE);
      if (screen && picture?.kind === 'texture') {
        presenter.encode(encoder, screen.canvas, screenSize, picture.texture);
      }
      submission[0] = encoder.finish();
      device.queue.submit(submission);
      printer?.read();
      again.clear();
      size = drawsImage ? screenSize : NO_IMAGE;
      return true;
    },
    prepare: (next, change) =>
      prepareTakeover({ device, version, next, change, resources: () => resources, takeOver }),
    dispose() {
      printer?.dispose();
      resources?.destroy();
    },
  };
}

function createPrinter(
  { device, onPrinted, onMessage }: RunContext,
  descriptor: RunDescriptor,
  resources: RunResources,
): PrintReader | null {
  const printed = canPrint(descriptor) ? resources.get(PRINT_BUFFER) : undefined;
  if (printed?.kind !== 'buffer') return null;
  return createPrintReader({ device, buffer: printed.buffer, onPrinted, onMessage });
}
