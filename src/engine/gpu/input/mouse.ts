/** The four numbers of MOUSE_POSITION; see the module `playground` for their meaning. */
export type MousePosition = [x: number, y: number, pressedX: number, pressedY: number];

/** A number at 0 has no sign that a shader could tell: this far beside it, in pixels, it has. */
const LEAST = 2 ** -20;

export type Mouse = ReturnType<typeof watchMouse>;

/**
 * Follows mouse, touch and pen on the canvas, except for the right button. A button let go outside
 * counts as let go.
 *
 * @param position written whenever something happens, in the canvas's pixels, y down
 */
export function watchMouse(canvas: HTMLCanvasElement, position: MousePosition) {
  let down = false;
  let clicked = false;
  let pressed = { x: 0, y: 0 };

  const update = () => {
    position[2] = down ? -Math.max(LEAST, pressed.x) : pressed.x;
    position[3] = clicked ? -Math.max(LEAST, pressed.y) : pressed.y;
  };
  // Not by the event's offset: it is that in the canvas only for events of the canvas.
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
    // The right button is the context menu's.
    if (!event.isPrimary || event.button === 2) return;
    down = true;
    clicked = true;
    pressed = place(event);
    move(event);
    update();
    // Nothing else on the page follows what is dragged out of the canvas. A script's event has no
    // pointer to capture.
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
  // Before anybody else on the page can stop it: what happens outside of the canvas counts too.
  const page = canvas.ownerDocument.defaultView;
  const early = { capture: true };

  canvas.addEventListener('pointerdown', onDown);
  page?.addEventListener('pointermove', onMove, early);
  page?.addEventListener('pointerup', onUp, early);
  page?.addEventListener('pointercancel', onEnd, early);
  return {
    /** Forgets all that happened. */
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
