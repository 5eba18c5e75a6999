import type { StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import type { createDiffer, Differ } from '#engine/gpu/compare/differ.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import { type CompareState, compared, type Pin } from '#tools/capture/compare/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { originOf } from './pinning.ts';

/** Milliseconds between figures. */
const INTERVAL = 250;

/** Compares the live picture with the pinned one while that is on. */
export interface Live {
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  dispose: Dispose;
}

export interface LiveParts {
  readonly observers: ToolContext['observers'];
  readonly store: StoreApi<CompareState>;
  readonly createDiffer: typeof createDiffer;
}

interface LiveState {
  canvas: HTMLCanvasElement | null;
  differ: Differ | null;
  /** A frame is submitted in pieces, and some are left. */
  isWithinFrame: boolean;
  isMeasuring: boolean;
  /** A frame may have drawn another picture since the newest measuring began. */
  isDue: boolean;
  measuredAt: number;
  timer: ReturnType<typeof setTimeout> | null;
  unobserve: Dispose | null;
}

export function createLive(parts: LiveParts): Live {
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

/** What there is to compare; null if something is missing. */
function comparedNow({ store, observers }: LiveParts): Compared | null {
  const { isOn, pin } = store.getState();
  const frame = isOn && pin ? observers.newest() : null;
  const picture = frame && pictureOf(frame.resources);
  return pin && frame && picture ? { pin, frame, picture } : null;
}

function haveOneSize({ pin: { pixels }, picture }: Compared): boolean {
  return picture.width === pixels.width && picture.height === pixels.height;
}

/** Made anew for another pin or device. */
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
  if (now && haveOneSize(now)) differFor(parts, live, now).draw(live.canvas, now.picture, gain);
}

/** The newest picture gets its figures, at most INTERVAL later. */
function schedule(parts: LiveParts, live: LiveState): void {
  live.isDue = true;
  if (live.isMeasuring || live.timer !== null) return;
  const wait = Math.max(0, live.measuredAt + INTERVAL - performance.now());
  live.timer = setTimeout(() => {
    live.timer = null;
    // Otherwise the frame's end schedules it.
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
  if (!haveOneSize(now)) {
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
