type Orbit = readonly [yaw: number, pitch: number, distance: number];

/** In radians per CSS pixel. */
const TURN_SPEED = 0.01;
/** Below a right angle, where the view would turn over. */
const STEEPEST = 1.55;
/** Change of the distance's logarithm per pixel of scrolling. */
const ZOOM_SPEED = 0.001;
/** Browsers count scrolled lines or pages if not pixels. */
const SCROLL_PIXELS = [1, 16, 400];

/** Turns the camera when the picture is dragged, and moves it closer or away by the wheel. */
export function orbitCamera(
  canvas: HTMLCanvasElement,
  orbit: () => Orbit,
  setOrbit: (orbit: Orbit) => void,
): void {
  canvas.addEventListener('pointermove', (event) => {
    if (!event.isPrimary || (event.buttons & 1) === 0) return;
    const [yaw, pitch, distance] = orbit();
    const turned = pitch + event.movementY * TURN_SPEED;
    setOrbit([
      yaw - event.movementX * TURN_SPEED,
      Math.max(-STEEPEST, Math.min(STEEPEST, turned)),
      distance,
    ]);
  });
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const [yaw, pitch, distance] = orbit();
    const pixels = event.deltaY * (SCROLL_PIXELS[event.deltaMode] ?? 1);
    setOrbit([yaw, pitch, distance * Math.exp(pixels * ZOOM_SPEED)]);
  };
  canvas.addEventListener('wheel', onWheel, { passive: false });
}
