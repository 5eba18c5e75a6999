import { type Camera, cameraOf, type Triple } from '#core/plan/draw/camera.ts';
import { CAMERA_ORBIT, CAMERA_TARGET } from '#core/plan/runDescriptor.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { TYPING } from '#engine/gpu/runInputs.ts';
import { shownRun } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { type Drag, flown, orbited, panned, rounded, zoomed } from './motion.ts';

interface CameraContext {
  readonly workspace: Pick<Workspace, 'store' | 'setUniform' | 'resetUniforms'>;
  readonly canvas: HTMLCanvasElement;
}

/** The user's camera, as gestures see it. */
interface Hand {
  camera(): Camera;
  move(camera: Camera): void;
  reset(): void;
}

export type CameraControls = ReturnType<typeof createCameraControls>;

/**
 * Moves the camera by mouse, touch, pen, wheel and keys while the visible program has one. Without
 * React, because embeds use it too.
 */
export function createCameraControls({ workspace, canvas }: CameraContext) {
  const { store, setUniform, resetUniforms } = workspace;
  const camera = () => cameraOf(store.getState().uniformValues);
  const hand: Hand = {
    camera,
    move({ target, yaw, pitch, distance }) {
      const before = camera();
      const put = (name: string, value: Triple, current: Triple) => {
        const next = rounded(value);
        if (next.some((part, index) => part !== current[index])) setUniform(name, next);
      };
      put(CAMERA_TARGET, target, before.target);
      put(CAMERA_ORBIT, [yaw, pitch, distance], [before.yaw, before.pitch, before.distance]);
    },
    reset() {
      resetUniforms(CAMERA_TARGET);
      resetUniforms(CAMERA_ORBIT);
    },
  };
  let release: Dispose | null = null;
  const follow = (state: WorkspaceState) => {
    const { hasCamera = false } = shownRun(state);
    if (hasCamera === (release !== null)) return;
    release?.();
    release = hasCamera ? takeCanvas(canvas, hand) : null;
  };
  const stop = store.subscribe(follow);
  follow(store.getState());
  return {
    reset: hand.reset,
    dispose() {
      stop();
      release?.();
      release = null;
    },
  };
}

function takeCanvas(canvas: HTMLCanvasElement, hand: Hand): Dispose {
  const disposer = createDisposer();
  disposer.add(followPointers(canvas, hand));
  disposer.add(followWheel(canvas, hand));
  const page = canvas.ownerDocument.defaultView;
  if (page) disposer.add(followKeys(page, hand));
  canvas.addEventListener('dblclick', hand.reset);
  disposer.add(() => canvas.removeEventListener('dblclick', hand.reset));
  return disposer.dispose;
}

type Gesture = 'orbit' | 'pan' | 'pinch';

const MIDDLE_BUTTON = 1;

/**
 * The gesture that a press begins; null for none. The right button opens the context menu, as Ctrl
 * and a click do on a Mac.
 *
 * @param held how many pointers are down already
 */
function gestureOf(
  { pointerType, button, shiftKey, ctrlKey }: PointerEvent,
  held: number,
): Gesture | null {
  if (held > 0) return held === 1 && pointerType === 'touch' ? 'pinch' : null;
  if (button === MIDDLE_BUTTON) return 'pan';
  if (button !== 0 || ctrlKey) return null;
  return shiftKey ? 'pan' : 'orbit';
}

function followPointers(canvas: HTMLCanvasElement, { camera, move }: Hand): Dispose {
  const held = new Map<number, Drag>();
  /** After a pinch, the finger that stays does nothing. */
  let gesture: Gesture = 'orbit';
  // Set repeatedly, because the page may clear the canvas's style when it moves the canvas.
  const look = () => {
    canvas.style.cursor = held.size > 0 ? 'grabbing' : 'grab';
  };
  const onDown = (event: PointerEvent) => {
    const begun = gestureOf(event, held.size);
    if (!begun) return;
    gesture = begun;
    held.set(event.pointerId, placeOf(event));
    // A synthetic event has no pointer to capture.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    look();
  };
  const onMove = (event: PointerEvent) => {
    const from = held.get(event.pointerId);
    if (!from) return;
    const to = placeOf(event);
    held.set(event.pointerId, to);
    const [other] = [...held].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]));
    const height = Math.max(1, canvas.getBoundingClientRect().height);
    const drag = { x: to.x - from.x, y: to.y - from.y };
    if (gesture === 'orbit') move(orbited(camera(), drag, height));
    else if (gesture === 'pan') move(panned(camera(), drag, height));
    else if (other) move(pinched(camera(), from, to, other, height));
  };
  const onEnd = (event: PointerEvent) => {
    held.delete(event.pointerId);
    look();
  };
  const disposer = createDisposer();
  const listen = <Name extends 'mousedown' | (`pointer${string}` & keyof HTMLElementEventMap)>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => {
    canvas.addEventListener(name, listener);
    disposer.add(() => canvas.removeEventListener(name, listener));
  };
  listen('pointerdown', onDown);
  listen('pointermove', onMove);
  for (const end of ['pointerup', 'pointercancel'] as const) listen(end, onEnd);
  listen('pointerenter', look);
  // Some browsers would begin to scroll by themselves.
  listen('mousedown', (event) => {
    if (event.button === MIDDLE_BUTTON) event.preventDefault();
  });
  canvas.style.touchAction = 'none';
  look();
  disposer.add(() => {
    canvas.style.cursor = '';
    canvas.style.touchAction = '';
  });
  return disposer.dispose;
}

function placeOf({ clientX, clientY }: PointerEvent): Drag {
  return { x: clientX, y: clientY };
}

/** One of two fingers has moved. Their middle moves half as far. */
function pinched(camera: Camera, from: Drag, to: Drag, other: Drag, height: number): Camera {
  const spread = ({ x, y }: Drag) => Math.max(1, Math.hypot(x - other.x, y - other.y));
  const middle = { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 };
  return panned(zoomed(camera, spread(from) / spread(to)), middle, height);
}

/** CSS pixels of `deltaMode`: pixels, lines and pages. */
const UNITS = [1, 33, 400];

/** The change of the distance's logarithm per pixel. A pinch on a trackpad has small deltas. */
const WHEEL = 0.0015;
const PINCH = 0.01;
const MOST = 0.5;

function followWheel(canvas: HTMLCanvasElement, { camera, move }: Hand): Dispose {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const { deltaY, deltaMode, ctrlKey } = event;
    const change = deltaY * (UNITS[deltaMode] ?? 1) * (ctrlKey ? PINCH : WHEEL);
    move(zoomed(camera(), Math.exp(Math.min(MOST, Math.max(-MOST, change)))));
  };
  canvas.addEventListener('wheel', onWheel, { passive: false });
  return () => canvas.removeEventListener('wheel', onWheel);
}

/** The direction of each key by its place on the keyboard: right, up and back. */
const DIRECTIONS: Readonly<Record<string, Triple>> = {
  KeyW: [0, 0, -1],
  KeyA: [-1, 0, 0],
  KeyS: [0, 0, 1],
  KeyD: [1, 0, 0],
  KeyQ: [0, -1, 0],
  KeyE: [0, 1, 0],
};

/** Distances between eye and target per second. */
const SPEED = 1;
const FAST = 4;

/** In seconds. A page that was busy for longer must not jump. */
const LONGEST_STEP = 0.1;

/** Elements that use letters themselves. */
const BUSY = `${TYPING}, [role="menu"], [role="listbox"], [role="dialog"], [role="application"]`;

function followKeys(page: Window, { camera, move }: Hand): Dispose {
  const held = new Map<string, Triple>();
  let speed = SPEED;
  let since = 0;
  let request = 0;
  const fly = (time: number) => {
    const step = Math.min(LONGEST_STEP, Math.max(0, time - since) / 1000) * speed;
    since = Math.max(since, time);
    const way = (part: 0 | 1 | 2) =>
      step * [...held.values()].reduce((sum, direction) => sum + direction[part], 0);
    if (step > 0) move(flown(camera(), [way(0), way(1), way(2)]));
  };
  const onFrame = (time: number) => {
    fly(time);
    request = page.requestAnimationFrame(onFrame);
  };
  const release = () => {
    held.clear();
    page.cancelAnimationFrame(request);
  };
  const onDown = (event: KeyboardEvent) => {
    speed = event.shiftKey ? SPEED * FAST : SPEED;
    // While Cmd is held, a Mac doesn't report that other keys are released.
    if (event.ctrlKey || event.altKey || event.metaKey) return release();
    const direction = ownValue(DIRECTIONS, event.code);
    if (!direction || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(BUSY)) return;
    if (held.size === 0) {
      since = page.performance.now();
      request = page.requestAnimationFrame(onFrame);
    }
    held.set(event.code, direction);
  };
  const onUp = ({ code, shiftKey }: KeyboardEvent) => {
    if (!shiftKey) speed = SPEED;
    if (!held.has(code)) return;
    // The key may have been down for less than a frame.
    fly(page.performance.now());
    held.delete(code);
    if (held.size === 0) release();
  };
  page.addEventListener('keydown', onDown);
  page.addEventListener('keyup', onUp);
  // Without the focus, the page does not receive the keys' release.
  page.addEventListener('blur', release);
  return () => {
    release();
    page.removeEventListener('keydown', onDown);
    page.removeEventListener('keyup', onUp);
    page.removeEventListener('blur', release);
  };
}
