/** The four numbers of MOUSE_POSITION; see the module `playground` for their meaning. */
export type MousePosition = [x: number, y: number, pressedX: number, pressedY: number];

/** In pixels. Replaces a coordinate of 0, so that a shader can read its sign. */
const LEAST = 2 ** -20;

export type Mouse = ReturnType<typeof watchMouse>;

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
