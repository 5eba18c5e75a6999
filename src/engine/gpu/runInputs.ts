import type { Animate, ReplayedInputs, UniformValues } from '#core/plan/runControls.ts';

/** The user's inputs for frames: the current ones, or those of a frame that is shown again. */
export interface RunInputs {
  readonly mouse: MousePosition;
  isKeyDown(name: string): boolean;
  /** The values in a frame at this time of the run. `values` are those that the user has set. */
  valuesAt(values: UniformValues, seconds: number): UniformValues;
  /** Null returns to the user's current inputs. The mouse stays where it is until it moves. */
  replay(inputs: ReplayedInputs | null): void;
  /** The user has set a value: frames read the current values again. */
  forgetValues(): void;
  setAnimation(animate: Animate | null): void;
}

export function createRunInputs(keyboard: Pick<Keyboard, 'isDown'>): RunInputs {
  const mouse: MousePosition = [0, 0, 0, 0];
  let replayed: ReplayedInputs | null = null;
  let animate: Animate | null = null;
  return {
    mouse,
    isKeyDown: (name) => (replayed ? replayed.keys.has(name) : keyboard.isDown(name)),
    valuesAt(set, seconds) {
      const values = replayed?.values ?? set;
      return animate ? animate(values, seconds) : values;
    },
    replay(inputs) {
      replayed = inputs;
      if (inputs) [mouse[0], mouse[1], mouse[2], mouse[3]] = inputs.mouse;
    },
    forgetValues() {
      if (replayed) replayed = { ...replayed, values: null };
    },
    setAnimation(next) {
      animate = next;
    },
  };
}

type Keyboard = ReturnType<typeof watchKeyboard>;

/** Elements that consume typed keys. Sliders, colours and buttons do not. */
export const TYPING =
  'input:not([type="range"], [type="color"], [type="checkbox"], [type="radio"]), textarea, select, ' +
  '[contenteditable=""], [contenteditable="true"]';

/** Tracks the keys held on a page, except those typed into a field or an editor. */
export function watchKeyboard(page: Window) {
  /** The `code` of each held key, with the `key` at the time it was pressed. */
  const held = new Map<string, string>();
  const onDown = (event: KeyboardEvent) => {
    const typing = event.target instanceof Element && event.target.closest(TYPING);
    if (!typing) held.set(event.code, event.key);
  };
  const onUp = (event: KeyboardEvent) => void held.delete(event.code);
  // Without the focus, the page does not receive the keys' release.
  const releaseAll = () => held.clear();
  page.addEventListener('keydown', onDown);
  page.addEventListener('keyup', onUp);
  page.addEventListener('blur', releaseAll);
  return {
    /** Whether a key is held, by its `KeyboardEvent.key` or `KeyboardEvent.code`. */
    isDown(name: string): boolean {
      if (held.size === 0) return false;
      if (held.has(name)) return true;
      for (const key of held.values()) if (key === name) return true;
      return false;
    },
    dispose() {
      page.removeEventListener('keydown', onDown);
      page.removeEventListener('keyup', onUp);
      page.removeEventListener('blur', releaseAll);
    },
  };
}

/** The four numbers of MOUSE_POSITION; see the module `playground` for their meaning. */
export type MousePosition = [x: number, y: number, pressedX: number, pressedY: number];

/** In pixels. Replaces a coordinate of 0, so that a shader can read its sign. */
const LEAST = 2 ** -20;

/**
 * Tracks mouse, touch and pen on the canvas, except the right button. Also notices a release
 * outside the canvas.
 *
 * @param position updated on every event; in the canvas's pixels, y down
 */
export function watchMouse(canvas: HTMLCanvasElement, position: MousePosition) {
  let down = false;
  let clicked = false;
  let pressed = { x: 0, y: 0 };

  const update = () => {
    position[2] = down ? -Math.max(LEAST, pressed.x) : pressed.x;
    position[3] = clicked ? -Math.max(LEAST, pressed.y) : pressed.y;
  };
  // Not from the event's offset, which is relative to the event's target.
  const place = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return {
      x: ((clientX - left) * canvas.width) / Math.max(1, width),
      y: ((clientY - top) * canvas.height) / Math.max(1, height),
    };
  };
  const move = (event: PointerEvent) => {
    const { x, y } = place(event);
    position[0] = x;
    position[1] = y;
  };
  const onDown = (event: PointerEvent) => {
    // The right button opens the context menu.
    if (!event.isPrimary || event.button === 2) return;
    down = true;
    clicked = true;
    pressed = place(event);
    move(event);
    update();
    // Nothing else on the page should react to a drag that leaves the canvas. A synthetic event has
    // no pointer to capture.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (down && event.isPrimary) move(event);
  };
  const onEnd = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    down = false;
    update();
  };
  const onUp = (event: PointerEvent) => {
    onMove(event);
    onEnd(event);
  };
  // Capture, so that nothing on the page can stop events outside the canvas first.
  const page = canvas.ownerDocument.defaultView;
  const early = { capture: true };

  canvas.addEventListener('pointerdown', onDown);
  page?.addEventListener('pointermove', onMove, early);
  page?.addEventListener('pointerup', onUp, early);
  page?.addEventListener('pointercancel', onEnd, early);
  return {
    reset() {
      down = false;
      clicked = false;
      pressed = { x: 0, y: 0 };
      position.fill(0);
    },
    dispose() {
      canvas.removeEventListener('pointerdown', onDown);
      page?.removeEventListener('pointermove', onMove, early);
      page?.removeEventListener('pointerup', onUp, early);
      page?.removeEventListener('pointercancel', onEnd, early);
    },
  };
}
