import type { Resolution } from '#core/plan/runControls.ts';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether both have the same size, or neither has one. */
export function sameSize(one: Size | null | undefined, other: Size | null | undefined): boolean {
  return one?.width === other?.width && one?.height === other?.height;
}

const MIN_SIZE = 2;

export type Screen = ReturnType<typeof watchScreen>;

/** Watches the displayed size of `canvas`. The presenter sets its `width` and `height`. */
export function watchScreen(
  canvas: HTMLCanvasElement,
  maxSize: number,
  initialResolution: Resolution,
) {
  let resolution = initialResolution;
  let displayed: Size | null = null;
  let size: Size | null = null;
  /** Canvas pixels per CSS pixel when `size` was computed. */
  let factor = 0;
  const factorNow = () => (resolution === 'device' ? window.devicePixelRatio : resolution);
  const update = () => {
    factor = factorNow();
    const clamp = (extent: number) =>
      Math.min(maxSize, Math.max(MIN_SIZE, Math.round(extent * factor)));
    const next = displayed && {
      width: clamp(displayed.width),
      height: clamp(displayed.height),
    };
    if (!sameSize(next, size)) size = next;
  };
  const observer = new ResizeObserver(([entry]) => {
    const box = entry?.contentRect;
    const hasArea = box && box.width >= MIN_SIZE && box.height >= MIN_SIZE;
    displayed = hasArea ? { width: box.width, height: box.height } : null;
    update();
  });
  observer.observe(canvas);
  return {
    canvas,
    /**
     * The displayed size times the resolution, clamped to 2 … the device's limit; null before
     * layout and while it has no area. The same object until it changes.
     */
    size(): Size | null {
      // Moving a window to another screen may change its pixel ratio but not its layout.
      if (factor !== factorNow()) update();
      return size;
    },
    setResolution(next: Resolution) {
      resolution = next;
      update();
    },
    dispose: () => observer.disconnect(),
  };
}
