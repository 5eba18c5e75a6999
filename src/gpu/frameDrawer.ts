import { canPrint, type RunChange } from '#program/runChange.ts';
import { OUTPUT_TEXTURE, PRINT_BUFFER, type RunDescriptor } from '#program/runDescriptor.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Result } from '#shared/result.ts';
import type { Contents } from './contents.ts';
import { encodeCalls, type PreparedCall, prepareCalls } from './dispatch.ts';
import { catchRefusals, type Refusal } from './errorScopes.ts';
import type { CallPipeline } from './pipelines.ts';
import { createPrintReader, type PrintReader } from './printReader.ts';
import { createResources, type RunResources } from './resources.ts';
import type { RunContext } from './runContext.ts';
import type { Screen, Size } from './screen.ts';
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

/** @param onRefused the device does not take what a frame has made: no other should be drawn */
export function createFrameDrawer(
  context: RunContext,
  first: Version,
  onRefused: (reason: string) => void,
): FrameDrawer {
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
  /** Whether the device takes what the newest frame has made is not known yet. */
  let isChecking = false;

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

  const isReady = ({ width, height }: Size) =>
    calls !== null && resources?.screen.width === width && resources.screen.height === height;

  /** Waits with the next frame until the device has taken all that this one has made. */
  const check = async (endOfFrame: () => Promise<Refusal | null>) => {
    isChecking = true;
    const refusal = await endOfFrame();
    isChecking = false;
    if (refusal && refusal.kind !== 'lost') onRefused(explainRefusal(refusal));
  };

  const submit = (frame: number, seconds: number, screen: Screen | null, screenSize: Size) => {
    const { descriptor, pipelines } = version;
    resources ??= make(screenSize);
    calls ??= prepareCalls(device, descriptor, pipelines, resources);
    writer(resources.uniformBuffers, frame, seconds);

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
    size = screen ? screenSize : NO_IMAGE;
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
      if (isChecking) return false;
      const drawsImage = version.descriptor.outputTypes.includes('image');
      const screen = drawsImage ? context.screen() : null;
      const screenSize = drawsImage ? screen?.size() : NO_SCREEN;
      if (!screenSize) return false;
      const endOfFrame = isReady(screenSize) ? null : catchRefusals(device);
      try {
        const resized = resources?.resize(screenSize) ?? true;
        if (onlyIfResized && !resized) return false;
        if (resized) calls = null;
        submit(frame, seconds, screen, screenSize);
        return true;
      } finally {
        if (endOfFrame) void check(endOfFrame);
      }
    },
    prepare: (next, change) =>
      prepareTakeover({ device, version, next, change, resources: () => resources, takeOver }),
    dispose() {
      printer?.dispose();
      resources?.destroy();
    },
  };
}

function explainRefusal({ kind, message }: Exclude<Refusal, { kind: 'lost' }>): string {
  const [reason = ''] = message.split('\n');
  return kind === 'out of memory'
    ? `The device has not enough memory for the shader's resources (${reason}). Make them smaller.`
    : `The shader's resources do not fit WebGPU: ${message}`;
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
