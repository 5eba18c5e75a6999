import type { FrameStats } from '#program/plan/runControls.ts';

/** The figures of the control bar, as they are written there. */
export interface FrameFigures {
  readonly frame: string;
  readonly time: string;
  readonly frameTime: string;
  readonly framesPerSecond: string;
  readonly canvasSize: string;
}

/** What stands in the bar until the first frame. */
export const NO_FIGURES: FrameFigures = {
  frame: '00000',
  time: '0.00 s',
  frameTime: '– ms',
  framesPerSecond: '– fps',
  canvasSize: '– × –',
};

/** What changes once frames have stopped by themselves: frame and size stay those of the picture. */
export const NO_RATES: Partial<FrameFigures> = {
  frameTime: NO_FIGURES.frameTime,
  framesPerSecond: NO_FIGURES.framesPerSecond,
};

/**
 * Five digits at least, seconds with two decimals, milliseconds with one decimal, whole frames per
 * second (section 2).
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
