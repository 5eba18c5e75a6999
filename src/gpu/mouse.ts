import type { Dispose } from '#shared/disposer.ts';

/** The four numbers of MOUSE_POSITION; see the module `playground` for their meaning. */
export type MousePosition = [x: number, y: number, pressedX: number, pressedY: number];

export interface Mouse {
  /** Forgets all that happened. */
  reset(): void;
  dispose: Dispose;
}

/**
 * Follows mouse, touch and pen on the canvas. A button let go outside counts as let go.
 *
 * @param position written whenever something happens, in the canvas's pixels, y down
 */
export function watchMouse(canvas: HTMLCanvasElement, position: MousePosition): Mouse {
  let down = false;
  let clicked = false;
  let pressed = { x: 0, y: 0 };

  const update = () => {
    position[2] = down ? -pressed.x : pressed.x;
    position[3] = clicked ? -pressed.y : pressed.y;
  };
  const place = (event: PointerEvent) => {
    const scaleX = canvas.width / Math.max(1, canvas.clientWidth);
    const scaleY = canvas.height / Math.max(1, canvas.clientHeight);
    return { x: event.offsetX * scaleX, y: event.offsetY * scaleY };
  };
  const move = (event: PointerEvent) => {
    const { x, y } = place(event);
    position[0] = x;
    position[1] = y;
  };
  const onDown = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    // With the pointer captured, moves and the release outside of the canvas come here too.
    canvas.setPointerCapture(event.pointerId);
    down = true;
    clicked = true;
    pressed = place(event);
    move(event);
    update();
  };
  const onMove = (event: PointerEvent) => {
    if (down && event.isPrimary) move(event);
  };
  const onUp = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    down = false;
    update();
  };
  // Before anybody else on the page can stop it: a release outside of the canvas counts too.
  const page = canvas.ownerDocument.defaultView;
  const early = { capture: true };

  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointermove', onMove);
  page?.addEventListener('pointerup', onUp, early);
  page?.addEventListener('pointercancel', onUp, early);
  return {
    reset() {
      down = false;
      clicked = false;
      pressed = { x: 0, y: 0 };
      position.fill(0);
    },
    dispose() {
      canvas.removeEventListener('pointerdown', onDown);
      canvas.removeEventListener('pointermove', onMove);
      page?.removeEventListener('pointerup', onUp, early);
      page?.removeEventListener('pointercancel', onUp, early);
    },
  };
}
