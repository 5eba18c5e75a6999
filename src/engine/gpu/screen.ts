import type { Resolution } from '#core/plan/runControls.ts';

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether both have the same size, or both none. */
export function sameSize(one: Size | null | undefined, other: Size | null | undefined): boolean {
  return one?.width === other?.width && one?.height === other?.height;
}

const MIN_SIZE = 2;

/** A canvas and the size that its pixels should have. */
export type Screen = ReturnType<typeof watchScreen>;

/** Watches the displayed size of `canvas`. Its own `width` and `height` are left to the presenter. */
export function watchScreen(
  canvas: HTMLCanvasElement,
  maxSize: number,
  initialResolution: Resolution,
) {
  let resolution = initialResolution;
  let displayed: Size | null = null;
  let size: Size | null = null;
  /** Pixels of the canvas per CSS pixel, as they were when `size` was worked out. */
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
     * The displayed size times the resolution, clamped to 2 … the device's limit; null until it is
     * laid out, and while it has no area. The same object as long as it does not change.
     */
    size(): Size | null {
      // A window that is moved to another screen may change its pixels, and not its layout.
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
