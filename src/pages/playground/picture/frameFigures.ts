import type { FrameStats } from '#core/plan/runControls.ts';

/** The figures of the playback bar, as text. */
export interface FrameFigures {
  readonly frame: string;
  readonly time: string;
  readonly frameTime: string;
  readonly framesPerSecond: string;
  readonly canvasSize: string;
}

/** Shown until the first frame. */
export const NO_FIGURES: FrameFigures = {
  frame: '00000',
  time: '0.00 s',
  frameTime: '– ms',
  framesPerSecond: '– fps',
  canvasSize: '– × –',
};

/**
 * Replaces the rates when no frames arrive any more. The frame number and size stay those of the
 * picture.
 */
export const NO_RATES: Partial<FrameFigures> = {
  frameTime: NO_FIGURES.frameTime,
  framesPerSecond: NO_FIGURES.framesPerSecond,
};

/**
 * At least five digits, seconds with two decimals, milliseconds with one, and whole frames per
 * second (specification, section 2).
 */
export function frameFigures(stats: FrameStats): FrameFigures {
  return {
    frame: String(stats.frame).padStart(5, '0'),
    time: `${stats.time.toFixed(2)} s`,
    frameTime: Number.isFinite(stats.frameTime)
      ? `${stats.frameTime.toFixed(1)} ms`
      : NO_FIGURES.frameTime,
    framesPerSecond: Number.isFinite(stats.framesPerSecond)
      ? `${Math.round(stats.framesPerSecond)} fps`
      : NO_FIGURES.framesPerSecond,
    canvasSize: `${stats.width} × ${stats.height}`,
  };
}
