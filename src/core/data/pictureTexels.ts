/** A texel of the picture; (0, 0) is at the bottom left. */
export type Texel = readonly [x: number, y: number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The texel under a point of the window. `box` shows a picture of this size. */
export function texelAt(
  point: { readonly clientX: number; readonly clientY: number },
  box: Box,
  width: number,
  height: number,
): Texel {
  const x = Math.floor(((point.clientX - box.left) * width) / Math.max(1, box.width));
  const down = Math.floor(((point.clientY - box.top) * height) / Math.max(1, box.height));
  return clampTexel([x, height - 1 - down], width, height);
}

export function clampTexel([x, y]: Texel, width: number, height: number): Texel {
  return [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
}

/** Texels per arrow key with Shift. */
const LARGE_STEP = 10;

/** The texel that a key moves to, which may be outside the picture; null for other keys. */
export function movedTexel([x, y]: Texel, key: string, shiftKey: boolean): Texel | null {
  const by = shiftKey ? LARGE_STEP : 1;
  switch (key) {
    case 'ArrowLeft':
      return [x - by, y];
    case 'ArrowRight':
      return [x + by, y];
    case 'ArrowUp':
      return [x, y + by];
    case 'ArrowDown':
      return [x, y - by];
    default:
      return null;
  }
}
