import type { Dispose } from '#shared/disposer.ts';

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_SIZE = 2;

/** A canvas that keeps the size at which it is displayed, in CSS pixels. */
export interface Screen {
  readonly canvas: HTMLCanvasElement;
  /** Clamped to 2 … the device's limit; null until it is laid out, and while it has no area. */
  size(): Size | null;
  dispose: Dispose;
}

/** Watches the displayed size of `canvas`. Its own `width` and `height` are left to the presenter. */
export function watchScreen(canvas: HTMLCanvasElement, maxSize: number): Screen {
  let size: Size | null = null;
  const observer = new ResizeObserver(([entry]) => {
    const box = entry?.contentRect;
    const displayed = box && box.width >= MIN_SIZE && box.height >= MIN_SIZE;
    const clamp = (extent: number) => Math.min(maxSize, Math.max(MIN_SIZE, Math.round(extent)));
    size = displayed ? { width: clamp(box.width), height: clamp(box.height) } : null;
  });
  observer.observe(canvas);
  return { canvas, size: () => size, dispose: () => observer.disconnect() };
}
