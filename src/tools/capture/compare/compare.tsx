import { createStore, type StoreApi } from 'zustand/vanilla';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { createDiffer, type Differ } from '#engine/gpu/differ.ts';
import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import { sameSize } from '#engine/gpu/screen.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import { colorValue, interactiveComponents, sliderValue } from '#workspace/runs/uniformValues.ts';
import { CompareOverlay } from './CompareOverlay.tsx';
import {
  type CompareSession,
  type CompareState,
  compared,
  dropped,
  INITIAL,
  notPinned,
  type PictureOrigin,
  type Pin,
  pinned,
  pinning,
  switchedOff,
  switchedOn,
  withGain,
  withView,
  withWipe,
} from './state.ts';

/** Longest wait for the next frame, in milliseconds. Then the picture is pinned as it is. */
const LONGEST_WAIT = 1000;

/** Pins the next frame's picture, or the current one while playback is paused. */
export function takePin(context: ToolContext): Promise<Result<Pin>> {
  const { observers, workspace } = context;
  const isPaused = shownRun(workspace.store.getState()).playback === 'paused';
  // Read before waiting, so that opening a demo meanwhile drops the pin.
  const uri = workspace.sourceUri();
  if (isPaused) return pinOf(observers.newest(), uri);
  return atFrameEnd(observers, () => pinOf(observers.newest(), uri));
}

/** A slow frame is submitted in pieces. Until the last one, the picture is incomplete. */
function atFrameEnd<Taken>(observers: FrameObservers, take: () => Promise<Taken>): Promise<Taken> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      remove();
      resolve(take());
    };
    const remove = observers.add({ frameBegins() {}, frameSubmitted: end });
    const timer = setTimeout(end, LONGEST_WAIT);
  });
}

async function pinOf(frame: ObservedFrame | null, uri: string): Promise<Result<Pin>> {
  const picture = frame && pictureOf(frame.resources);
  if (!frame || !picture) return fail('No picture is drawn. Run a shader that draws one.');
  const origin = originOf(frame);
  try {
    const pixels = await createPictureReader(frame.device).read(picture, false);
    return ok({ origin, uri, pixels });
  } catch (thrown) {
    return fail(`The picture cannot be pinned: ${messageOf(thrown)} Pin again to retry.`);
  }
}

function originOf({ inputs, descriptor }: ObservedFrame): PictureOrigin {
  const { frame, time, values } = inputs;
  const components = interactiveComponents(uniformComponents(descriptor));
  const numbers = components.map((component) => {
    const isSlider = component.type === 'SLIDER';
    const read = isSlider ? [sliderValue(component, values)] : colorValue(component, values);
    return [component.name, read.map(Math.fround)] as const;
  });
  const { code } = descriptor.shader;
  return { frame, seconds: time, code, values: Object.fromEntries(numbers) };
}

export interface Compare extends LoadedTool {
  readonly session: CompareSession;
}

export function createCompare(context: ToolContext): Compare {
  const session = createCompareSession(context);
  return { session, parts: { 'picture overlay': () => <CompareOverlay session={session} /> } };
}

/** The parts that use the GPU. Tests replace them. */
const GPU_PARTS = { takePin, createDiffer };

export function createCompareSession(
  context: ToolContext,
  parts: typeof GPU_PARTS = GPU_PARTS,
): CompareSession & { dispose: Dispose } {
  const { workspace, observers } = context;
  const store = createStore<CompareState>(() => INITIAL);
  const disposer = createDisposer();
  const live = createLive({ store, observers, createDiffer: parts.createDiffer });
  disposer.add(live.dispose);
  const update = (change: (state: CompareState) => CompareState) => store.setState(change, true);

  const dropIfOfAnotherDemo = () => {
    const { pin } = store.getState();
    const { demo } = workspace.store.getState();
    if (pin && demo !== null && workspace.sourceUri() !== pin.uri) update(dropped);
  };
  disposer.add(
    workspace.store.subscribe((state, before) => {
      if (state.opened !== before.opened) dropIfOfAnotherDemo();
    }),
  );
  const pinNow = async () => {
    if (store.getState().isPinning) return;
    update(pinning);
    const taken = await parts.takePin(context);
    update((state) => (taken.ok ? pinned(state, taken.value) : notPinned(state, taken.error)));
    dropIfOfAnotherDemo();
  };
  return {
    store,
    commands: {
      toggle() {
        const { isOn, pin } = store.getState();
        update(isOn ? switchedOff : switchedOn);
        if (!isOn && !pin) void pinNow();
      },
      pinAgain: () => void pinNow(),
      setView: (view) => update((state) => withView(state, view)),
      setWipe: (percent) => update((state) => withWipe(state, percent)),
      setGain: (gain) => update((state) => withGain(state, gain)),
    },
    attachCanvas: live.attachCanvas,
    dispose: disposer.dispose,
  };
}

/** Minimum time between two measurements, in milliseconds. */
const INTERVAL = 250;

interface Live {
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  dispose: Dispose;
}

interface LiveParts {
  readonly observers: ToolContext['observers'];
  readonly store: StoreApi<CompareState>;
  readonly createDiffer: typeof createDiffer;
}

interface LiveState {
  canvas: HTMLCanvasElement | null;
  differ: Differ | null;
  /** The current frame has not been submitted completely. */
  isWithinFrame: boolean;
  isMeasuring: boolean;
  /** The picture may have changed since the last measurement began. */
  isDue: boolean;
  measuredAt: number;
  timer: ReturnType<typeof setTimeout> | null;
  unobserve: Dispose | null;
}

function createLive(parts: LiveParts): Live {
  const { store, observers } = parts;
  const live: LiveState = {
    ...{ canvas: null, differ: null, isWithinFrame: false, isMeasuring: false, isDue: false },
    ...{ measuredAt: Number.NEGATIVE_INFINITY, timer: null, unobserve: null },
  };
  const refresh = () => {
    if (live.isWithinFrame) return;
    draw(parts, live);
    schedule(parts, live);
  };
  const follow = (isOn: boolean) => {
    if (!isOn) {
      stop(live);
      return;
    }
    live.unobserve ??= observers.add({
      frameBegins() {
        live.isWithinFrame = true;
      },
      frameSubmitted() {
        live.isWithinFrame = false;
        refresh();
      },
    });
    refresh();
  };
  const unsubscribe = store.subscribe((state, before) => {
    const isSame =
      state.isOn === before.isOn &&
      state.pin === before.pin &&
      state.view === before.view &&
      state.gain === before.gain;
    if (!isSame) follow(state.isOn);
  });
  return {
    attachCanvas(canvas) {
      live.canvas = canvas;
      refresh();
      return () => {
        if (live.canvas === canvas) live.canvas = null;
      };
    },
    dispose() {
      unsubscribe();
      stop(live);
    },
  };
}

function stop(live: LiveState): void {
  live.unobserve?.();
  live.unobserve = null;
  live.isWithinFrame = false;
  if (live.timer !== null) clearTimeout(live.timer);
  live.timer = null;
  live.isDue = false;
  live.differ?.dispose();
  live.differ = null;
}

interface Compared {
  readonly pin: Pin;
  readonly frame: ObservedFrame;
  readonly picture: GPUTexture;
}

/** The pinned and the live picture; null if either is missing. */
function comparedNow({ store, observers }: LiveParts): Compared | null {
  const { isOn, pin } = store.getState();
  const frame = isOn && pin ? observers.newest() : null;
  const picture = frame && pictureOf(frame.resources);
  return pin && frame && picture ? { pin, frame, picture } : null;
}

/** Creates a new differ if the pin or the device has changed. */
function differFor({ createDiffer }: LiveParts, live: LiveState, { pin, frame }: Compared): Differ {
  const { device } = frame;
  if (live.differ?.device === device && live.differ.pixels === pin.pixels) return live.differ;
  live.differ?.dispose();
  live.differ = createDiffer(device, pin.pixels);
  return live.differ;
}

function draw(parts: LiveParts, live: LiveState): void {
  const { view, gain } = parts.store.getState();
  if (view !== 'difference' || !live.canvas) return;
  const now = comparedNow(parts);
  if (now && sameSize(now.picture, now.pin.pixels))
    differFor(parts, live, now).draw(live.canvas, now.picture, gain);
}

/** Measures the newest picture, at most INTERVAL from now. */
function schedule(parts: LiveParts, live: LiveState): void {
  live.isDue = true;
  if (live.isMeasuring || live.timer !== null) return;
  const wait = Math.max(0, live.measuredAt + INTERVAL - performance.now());
  live.timer = setTimeout(() => {
    live.timer = null;
    // Otherwise, the end of the frame schedules it again.
    if (!live.isWithinFrame) void measure(parts, live);
  }, wait);
}

async function measure(parts: LiveParts, live: LiveState): Promise<void> {
  live.isDue = false;
  live.measuredAt = performance.now();
  const now = comparedNow(parts);
  if (!now) return;
  const { pin, picture, frame } = now;
  const { store } = parts;
  if (!sameSize(now.picture, now.pin.pixels)) {
    const size = { width: picture.width, height: picture.height };
    store.setState((state) => compared(state, pin, { kind: 'sizes differ', live: size }));
    return;
  }
  const differ = differFor(parts, live, now);
  const origin = originOf(frame);
  live.isMeasuring = true;
  const measured = await differ.measure(picture);
  live.isMeasuring = false;
  if (live.differ === differ) {
    store.setState((state) =>
      compared(
        state,
        pin,
        measured.ok
          ? { kind: 'computed', difference: measured.value, live: origin }
          : { kind: 'failed', reason: measured.error },
      ),
    );
  }
  if (live.isDue) schedule(parts, live);
}
