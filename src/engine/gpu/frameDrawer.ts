import { OUTPUT_TEXTURE, type RunChange } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import {
  type BoundVersion,
  bindFor,
  bindLater,
  isBoundFor,
  replaceVersion,
  resizeTo,
  unbind,
} from './boundVersion.ts';
import { encodeCalls } from './dispatch.ts';
import { catchRefusals, type Refusal } from './errorScopes.ts';
import type { BoundResources, OnceCalls, PreparedCall } from './frame.ts';
import type { ObservedFrame } from './frameObserver.ts';
import { createFrameSubmitter, type Drawn, type FrameSubmitter } from './frameSubmitter.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { UniformInputs } from './resources/uniforms.ts';
import type { RunContext } from './runContext.ts';
import type { Screen, Size } from './screen.ts';
import type { Takeover } from './takeover.ts';

/** The screen size that a shader gets if it draws no image. */
const NO_SCREEN: Size = { width: 512, height: 512 };
const NO_IMAGE: Size = { width: 0, height: 0 };
const NO_RESOURCES: BoundResources = { get: () => undefined, uniformBuffers: [] };
const NO_CALLS: readonly PreparedCall[] = [];

/** Draws frames of one program version, until another replaces it. */
export interface FrameDrawer {
  /**
   * Submits one frame, if there is a screen and something to do: in one command buffer, or one piece
   * of it per call. Within a frame, it submits the next piece and ignores the arguments.
   *
   * @param onlyIfResized draw only if the screen has another size than at the last frame
   * @param inPieces submit only one dispatch and what belongs to it
   */
  draw(frame: number, seconds: number, onlyIfResized: boolean, inPieces: boolean): Drawn;
  /** Within a frame, submits the rest of it. */
  finish(): void;
  /** A frame is submitted in pieces, and some are left. */
  readonly isWithinFrame: boolean;
  /** Size of the newest frame; 0 × 0 if it has no image. */
  readonly size: Size;
  /** Whether the newest frame dispatched anything. */
  readonly dispatched: boolean;
  readonly version: ProgramVersion;
  /**
   * Makes and checks everything that another version needs, while this one goes on. Its data is for
   * the resources that it does not keep. Fails with the reason, and then nothing is left.
   */
  prepare(next: ProgramVersion, change: RunChange): Promise<Result<Takeover>>;
  dispose: Dispose;
}

interface DrawerState {
  readonly bound: BoundVersion;
  /** Once-only calls that changed and have to run, though it is not frame 0. */
  readonly again: Set<string>;
  /** Where the newest frame is drawn. */
  screen: Screen | null;
  size: Size;
  /** Of the newest frame. */
  readonly inputs: { -readonly [Name in keyof UniformInputs]: UniformInputs[Name] };
  dispatched: boolean;
  /** The device checks what the last frame has made; the next frame waits for that. */
  isChecking: boolean;
}

/** @param onRefused the device refuses what a frame has made: draw no other */
export function createFrameDrawer(
  context: RunContext,
  first: ProgramVersion,
  onRefused: (reason: string) => void,
): FrameDrawer {
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
    bound.writeUniforms(resources.uniformBuffers, inputs);
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
    get size() {
      return state.size;
    },
    get dispatched() {
      return state.dispatched;
    },
    get version() {
      return bound.version;
    },
    get isWithinFrame() {
      return submitter.isWithinFrame;
    },
    draw(frame, seconds, onlyIfResized, inPieces) {
      if (submitter.isWithinFrame) return submitter.submit(inPieces);
      const screenSize = state.isChecking ? null : findScreen(context, state);
      if (!screenSize) return 'nothing';
      const endCheck = isBoundFor(bound, screenSize) ? null : beginCheck(device, state, onRefused);
      try {
        const resized = resizeTo(bound, screenSize);
        if (onlyIfResized && !resized) return 'nothing';
        draw(frame, seconds, screenSize);
        // A frame is checked as a whole.
        return submitter.submit(inPieces && endCheck === null);
      } finally {
        void endCheck?.();
      }
    },
    finish: submitter.finish,
    async prepare(next, change) {
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

/** The newest frame, for those who observe it; one object for all frames. */
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

/** The once-only calls of the newest frame. */
function onceIn({ inputs, again }: DrawerState): OnceCalls {
  return inputs.frame === 0 ? 'all' : again;
}

/** Finds where the next frame is drawn, and its size; null if the page has no canvas for it. */
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

/** Starts to watch what the device refuses. The returned function waits for its verdict. */
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
    ? `The device has not enough memory for the shader's resources (${reason}). Make them smaller.`
    : `The shader's resources do not fit WebGPU: ${message}`;
}
