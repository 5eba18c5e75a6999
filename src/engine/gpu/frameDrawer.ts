import { OUTPUT_TEXTURE, PRINT_BUFFER, type RunChange } from '#core/plan/runDescriptor.ts';
import type { Result } from '#core/util/result.ts';
import {
  adoptResources,
  createResources,
  type RunResources,
} from '#engine/gpu/resources/resources.ts';
import {
  createUniformWriter,
  type UniformInputs,
  type UniformWriter,
} from '#engine/gpu/resources/uniforms.ts';
import { encodeCalls, nextCall, prepareCalls } from './dispatch.ts';
import { catchRefusals, type Refusal } from './errorScopes.ts';
import type { BoundResources, EncodeCalls, OnceCalls, PreparedCall } from './frame.ts';
import type { ObservedFrame } from './frameObserver.ts';
import type { PrintReader } from './printReader.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { RunContext } from './runContext.ts';
import { type Screen, type Size, sameSize } from './screen.ts';
import type { Takeover } from './takeover.ts';

/** The screen size passed to a shader that draws no image. */
const NO_SCREEN: Size = { width: 512, height: 512 };
const NO_IMAGE: Size = { width: 0, height: 0 };
const NO_RESOURCES: BoundResources = { get: () => undefined, uniformBuffers: [] };
const NO_CALLS: readonly PreparedCall[] = [];

/** Draws frames of the current program version. */
export type FrameDrawer = ReturnType<typeof createFrameDrawer>;

interface DrawerState {
  readonly bound: BoundVersion;
  /** Once-only calls that must run again because they changed. */
  readonly again: Set<string>;
  /** Null until a canvas is available, and if the program draws no image. */
  screen: Screen | null;
  size: Size;
  readonly inputs: { -readonly [Name in keyof UniformInputs]: UniformInputs[Name] };
  dispatched: boolean;
  /** The device is checking the last frame; the next frame must wait. */
  isChecking: boolean;
}

/** @param onRefused called when the device rejects a frame's resources: draw no further frames */
export function createFrameDrawer(
  context: RunContext,
  first: ProgramVersion,
  onRefused: (reason: string) => void,
) {
  const { device, observers } = context;
  const { mouse, isKeyDown } = context;
  const inputs = { frame: 0, time: 0, mouse, isKeyDown, values: context.values(0) };
  const bound = bindLater(context, first);
  const state: DrawerState = {
    ...{ bound, again: new Set(), screen: null, size: NO_IMAGE },
    ...{ inputs, dispatched: false, isChecking: false },
  };
  const submitter = createSubmitter(context, state);
  const observed = observedFrame(context, state);
  const draw = (frame: number, seconds: number, screenSize: Size) => {
    const { calls, resources } = bindFor(bound, context, screenSize);
    inputs.frame = frame;
    inputs.time = seconds;
    inputs.values = context.values(seconds);
    bound.writeUniforms(resources.uniformBuffers, inputs, screenSize);
    state.size = state.screen ? screenSize : NO_IMAGE;
    if (!observers.isEmpty) observers.frameBegins(observed);
    state.dispatched = submitter.begin(calls, onceIn(state));
  };
  const forget = observers.drawnBy(() =>
    bound.resources
      ? // The next frame overwrites animated values.
        { ...observed, inputs: { ...observed.inputs, values: { ...observed.inputs.values } } }
      : null,
  );
  return {
    /** Size of the newest frame; 0 × 0 if it has no image. */
    get size(): Size {
      return state.size;
    },
    get dispatched(): boolean {
      return state.dispatched;
    },
    get version(): ProgramVersion {
      return bound.version;
    },
    get isWithinFrame(): boolean {
      return submitter.isWithinFrame;
    },
    /**
     * Submits one frame, if there is a screen and something to draw: in one command buffer, or in
     * pieces of one call each. Within a frame, it submits the next piece and ignores the other
     * arguments.
     *
     * @param onlyIfResized draw only if the screen's size has changed since the last frame
     * @param inPieces submit only the next dispatch
     */
    draw(frame: number, seconds: number, onlyIfResized: boolean, inPieces: boolean): Drawn {
      if (submitter.isWithinFrame) return submitter.submit(inPieces);
      const screenSize = state.isChecking ? null : findScreen(context, state);
      if (!screenSize) return 'nothing';
      const endCheck = isBoundFor(bound, screenSize) ? null : beginCheck(device, state, onRefused);
      try {
        const resized = resizeTo(bound, screenSize);
        if (onlyIfResized && !resized) return 'nothing';
        draw(frame, seconds, screenSize);
        // A frame that is checked must be submitted whole.
        return submitter.submit(inPieces && endCheck === null);
      } finally {
        void endCheck?.();
      }
    },
    /** Submits the rest of a frame, if any. */
    finish: submitter.finish,
    /**
     * Creates and checks everything that the next version needs while this one continues. The next
     * version's data covers only the resources that are not kept. Fails with the reason after
     * freeing everything that it created.
     */
    async prepare(next: ProgramVersion, change: RunChange): Promise<Result<Takeover>> {
      const { prepareTakeover } = await context.loadUpdates();
      return prepareTakeover({ device, next, change, running: bound }, (resources) => {
        replaceVersion(bound, context, { next: resources.version, change, made: resources.made });
        for (const name of change.again) state.again.add(name);
      });
    },
    dispose() {
      forget();
      unbind(bound);
    },
  };
}

/** The newest frame, for observers; one object for all frames. */
function observedFrame(context: RunContext, state: DrawerState): ObservedFrame {
  const { bound } = state;
  const inputs: UniformInputs = {
    get frame() {
      return state.inputs.frame;
    },
    get time() {
      return state.inputs.time;
    },
    mouse: context.mouse,
    isKeyDown: context.isKeyDown,
    get values() {
      return context.values(state.inputs.time);
    },
  };
  return {
    device: context.device,
    inputs,
    get descriptor() {
      return bound.version.descriptor;
    },
    get pipelines() {
      return bound.version.pipelines;
    },
    get rules() {
      return bound.version.rules;
    },
    get resources() {
      return bound.resources ?? NO_RESOURCES;
    },
    get calls() {
      return bound.calls ?? NO_CALLS;
    },
    get once() {
      return onceIn(state);
    },
    get screen() {
      return bound.resources?.screen ?? NO_IMAGE;
    },
  };
}

function onceIn({ inputs, again }: DrawerState): OnceCalls {
  return inputs.frame === 0 ? 'all' : again;
}

/** The size of the next frame's canvas; null if it has no canvas or no size yet. */
function findScreen(context: RunContext, state: DrawerState): Size | null {
  const drawsImage = state.bound.version.descriptor.outputTypes.includes('image');
  state.screen = drawsImage ? context.screen() : null;
  if (!drawsImage) return NO_SCREEN;
  return state.screen?.size() ?? null;
}

function createSubmitter(
  { device, presenter, observers }: RunContext,
  state: DrawerState,
): FrameSubmitter {
  const { bound } = state;
  return createFrameSubmitter(device, {
    begin: (encoder) => bound.printer?.begin(encoder),
    calls(encoder, calls, once, start, end) {
      const encode = observers.meter?.encodeCalls ?? encodeCalls;
      encode(encoder, calls, once, start, end);
    },
    end(encoder) {
      bound.printer?.end(encoder, bound.version.descriptor.shader.hashedStrings);
      const picture = bound.resources?.get(OUTPUT_TEXTURE);
      if (!state.screen || picture?.kind !== 'texture') return;
      presenter.encode(
        encoder,
        state.screen.canvas,
        state.size,
        picture.texture,
        observers.meter?.presenting,
      );
    },
    submitted() {
      bound.printer?.read();
      if (!observers.isEmpty) observers.frameSubmitted();
      state.again.clear();
    },
  });
}

/** Starts catching the device's errors. The returned function waits for the result. */
function beginCheck(
  device: GPUDevice,
  state: DrawerState,
  onRefused: (reason: string) => void,
): () => Promise<void> {
  const endOfFrame = catchRefusals(device);
  return async () => {
    state.isChecking = true;
    const refusal = await endOfFrame();
    state.isChecking = false;
    if (refusal && refusal.kind !== 'lost') onRefused(explainRefusal(refusal));
  };
}

function explainRefusal({ kind, message }: Exclude<Refusal, { kind: 'lost' }>): string {
  const [reason = ''] = message.split('\n');
  return kind === 'out of memory'
    ? `The device lacks memory for the shader's resources (${reason}). Make them smaller.`
    : `The shader's resources do not fit WebGPU: ${message}`;
}

/** What was submitted: nothing, a piece of a frame, or a frame up to its end. */
type Drawn = 'nothing' | 'piece' | 'frame';

interface FrameEnds {
  begin(encoder: GPUCommandEncoder): void;
  readonly calls: EncodeCalls;
  end(encoder: GPUCommandEncoder): void;
  /** Called when the whole frame is submitted. */
  submitted(): void;
}

/** Submits the calls of frames; normally, a frame is one command buffer. */
interface FrameSubmitter {
  /** Begins a frame with these calls. Returns whether any of them runs in it. */
  begin(calls: readonly PreparedCall[], once: OnceCalls): boolean;
  /** Submits the rest of the frame or, if `inPieces`, only its next dispatch. */
  submit(inPieces: boolean): Drawn;
  /** Submits the rest of a frame, if any. */
  finish(): void;
  readonly isWithinFrame: boolean;
}

function createFrameSubmitter(device: GPUDevice, ends: FrameEnds): FrameSubmitter {
  const submission: GPUCommandBuffer[] = [];
  let calls: readonly PreparedCall[] = [];
  let once: OnceCalls = 'all';
  let position = 0;
  let isWithinFrame = false;
  const submit = (inPieces: boolean): Drawn => {
    const end = inPieces ? nextCall(calls, once, position + 1) : calls.length;
    const encoder = device.createCommandEncoder();
    if (!isWithinFrame) ends.begin(encoder);
    ends.calls(encoder, calls, once, position, end);
    position = end;
    isWithinFrame = end < calls.length;
    if (!isWithinFrame) ends.end(encoder);
    submission[0] = encoder.finish();
    device.queue.submit(submission);
    if (isWithinFrame) return 'piece';
    ends.submitted();
    return 'frame';
  };
  return {
    submit,
    finish() {
      if (isWithinFrame) submit(false);
    },
    get isWithinFrame() {
      return isWithinFrame;
    },
    begin(nextCalls, nextOnce) {
      calls = nextCalls;
      once = nextOnce;
      position = nextCall(calls, once, 0);
      return position < calls.length;
    },
  };
}

/** A program version with its resources, which the first frame creates. */
interface BoundVersion {
  version: ProgramVersion;
  writeUniforms: UniformWriter;
  /** Null until the first frame. */
  resources: RunResources | null;
  /** Null if the program does not print. */
  printer: PrintReader | null;
  /** Null until the first frame, and after any bound resource has changed. */
  calls: readonly PreparedCall[] | null;
}

function bindLater(context: RunContext, version: ProgramVersion): BoundVersion {
  return {
    version,
    writeUniforms: createUniformWriter(context.device, version.descriptor),
    resources: null,
    printer: null,
    calls: null,
  };
}

/** Whether WebGPU has already checked everything that the next frame needs. */
function isBoundFor({ calls, resources }: BoundVersion, size: Size): boolean {
  return calls !== null && sameSize(resources?.screen, size);
}

/**
 * Creates what is missing for a frame of this size.
 *
 * @throws with the resource's or entry point's name if the device cannot create it
 */
function bindFor(
  bound: BoundVersion,
  context: RunContext,
  screen: Size,
): { readonly calls: readonly PreparedCall[]; readonly resources: RunResources } {
  const { device } = context;
  const { descriptor, pipelines, data } = bound.version;
  if (!bound.resources) {
    bound.resources = createResources(device, descriptor, data, screen);
    bound.printer = createPrinter(context, bound.version, bound.resources);
    bound.version = { ...bound.version, data: new Map() };
  }
  const { resources } = bound;
  bound.calls ??= prepareCalls(device, descriptor, pipelines, resources);
  return { calls: bound.calls, resources };
}

/** Fits the resources to the screen's size; true if it has changed, or nothing exists yet. */
function resizeTo(bound: BoundVersion, screen: Size): boolean {
  const resized = bound.resources?.resize(screen) ?? true;
  if (resized) bound.calls = null;
  return resized;
}

/**
 * Replaces the version and frees what the next one does not keep.
 *
 * @param made the resources of the next version; null if no frame has been drawn yet
 */
function replaceVersion(
  bound: BoundVersion,
  context: RunContext,
  { next, change, made }: { next: ProgramVersion; change: RunChange; made: RunResources | null },
): void {
  const printsOn =
    bound.printer !== null && made !== null && change.kept.has(PRINT_BUFFER) && !change.silences;
  if (!printsOn) bound.printer?.dispose();
  if (made && bound.resources) adoptResources(made, bound.resources, change);
  bound.resources = made;
  if (!printsOn) bound.printer = made && createPrinter(context, next, made);
  bound.version = made ? { ...next, data: new Map() } : next;
  bound.writeUniforms = createUniformWriter(context.device, next.descriptor);
  bound.calls = null;
}

function unbind({ printer, resources }: BoundVersion): void {
  printer?.dispose();
  resources?.destroy();
}

function createPrinter(
  { device, onPrinted, onMessage }: RunContext,
  { createPrintReader }: ProgramVersion,
  resources: RunResources,
): PrintReader | null {
  const printed = resources.get(PRINT_BUFFER);
  if (printed?.kind !== 'buffer' || !createPrintReader) return null;
  return createPrintReader({ device, buffer: printed.buffer, onPrinted, onMessage });
}
