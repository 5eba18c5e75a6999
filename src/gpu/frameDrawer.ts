import { canPrint, type RunChange } from '#program/plan/runChange.ts';
import { OUTPUT_TEXTURE, PRINT_BUFFER, type RunDescriptor } from '#program/plan/runDescriptor.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Result } from '#shared/result.ts';
import { type PreparedCall, prepareCalls } from './dispatch.ts';
import { catchRefusals, type Refusal } from './errorScopes.ts';
import { createFrameSubmitter, type Drawn } from './frameSubmitter.ts';
import type { Screen, Size } from './input/screen.ts';
import type { CallPipeline } from './pipelines.ts';
import { createPrintReader, type PrintReader } from './printReader.ts';
import type { Contents } from './resources/contents.ts';
import { createResources, type RunResources } from './resources/resources.ts';
import { createUniformWriter } from './resources/uniformWriter.ts';
import type { RunContext } from './runContext.ts';
import { prepareTakeover, type Takeover } from './takeover.ts';

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
   * Submits one frame, if there is something to draw on and to do: in one command buffer, or a piece
   * of it at each call. Within a frame, its rest counts and nothing else.
   *
   * @param onlyIfResized draw only if the screen has another size than at the last frame
   * @param inPieces submit one dispatch only, and what belongs to it
   */
  draw(frame: number, seconds: number, onlyIfResized: boolean, inPieces: boolean): Drawn;
  /** Within a frame, submits all the rest of it. */
  finish(): void;
  /** A frame is submitted in pieces, and some are left. */
  readonly isWithinFrame: boolean;
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
  /** Once-only calls that were changed and have to run, though it is not frame 0. */
  const again = new Set<string>();
  let version = first;
  let writer = createUniformWriter(context, first.descriptor);
  let resources: RunResources | null = null;
  let printer: PrintReader | null = null;
  let calls: readonly PreparedCall[] | null = null;
  let size = NO_IMAGE;
  let dispatched = false;
  /** What the newest frame is drawn on. */
  let screen: Screen | null = null;
  const check = createCheck(onRefused);

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

  const begin = (frame: number, seconds: number, screenSize: Size) => {
    const { descriptor, pipelines } = version;
    resources ??= make(screenSize);
    calls ??= prepareCalls(device, descriptor, pipelines, resources);
    writer(resources.uniformBuffers, frame, seconds);
    size = screen ? screenSize : NO_IMAGE;
    dispatched = submitter.begin(calls, frame === 0 ? 'all' : again);
  };

  const submitter = createFrameSubmitter(device, {
    begin: (encoder) => printer?.begin(encoder),
    end(encoder) {
      printer?.end(encoder, version.descriptor.shader.hashedStrings);
      const picture = resources?.get(OUTPUT_TEXTURE);
      if (!screen || picture?.kind !== 'texture') return;
      presenter.encode(encoder, screen.canvas, size, picture.texture);
    },
    submitted() {
      printer?.read();
      again.clear();
    },
  });

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
    get isWithinFrame() {
      return submitter.isWithinFrame;
    },
    draw(frame, seconds, onlyIfResized, inPieces) {
      if (submitter.isWithinFrame) return submitter.submit(inPieces);
      if (check.isUnderWay) return 'nothing';
      const drawsImage = version.descriptor.outputTypes.includes('image');
      screen = drawsImage ? context.screen() : null;
      const screenSize = drawsImage ? screen?.size() : NO_SCREEN;
      if (!screenSize) return 'nothing';
      const endOfFrame = isReady(screenSize) ? null : catchRefusals(device);
      try {
        const resized = resources?.resize(screenSize) ?? true;
        if (onlyIfResized && !resized) return 'nothing';
        if (resized) calls = null;
        begin(frame, seconds, screenSize);
        // What is checked is checked as a whole.
        return submitter.submit(inPieces && endOfFrame === null);
      } finally {
        if (endOfFrame) void check.wait(endOfFrame);
      }
    },
    finish: submitter.finish,
    prepare: (next, change) =>
      prepareTakeover({ device, version, next, change, resources: () => resources, takeOver }),
    dispose() {
      printer?.dispose();
      resources?.destroy();
    },
  };
}

/** Waits, before the next frame, until the device has taken all that a frame has made. */
function createCheck(onRefused: (reason: string) => void) {
  let isUnderWay = false;
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    async wait(endOfFrame: () => Promise<Refusal | null>) {
      isUnderWay = true;
      const refusal = await endOfFrame();
      isUnderWay = false;
      if (refusal && refusal.kind !== 'lost') onRefused(explainRefusal(refusal));
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
