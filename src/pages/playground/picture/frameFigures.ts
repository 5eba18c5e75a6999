import type { FrameStats } from '#core/plan/runControls.ts';

/** A figure of the playback bar. */
export interface FrameFigure {
  /** The accessible name, which tests and scripts rely on. */
  readonly label: string;
  readonly hint: string;
  /** Shown until the first frame. */
  readonly none: string;
  /** Shown as `none` when no frames arrive any more. The others stay those of the picture. */
  readonly isRate?: boolean;
  text(stats: FrameStats): string;
}

/**
 * In the order of the bar: at least five digits, seconds with two decimals, whole frames per second, and
 * milliseconds with one decimal (specification, section 2).
 */
export const FIGURES = {
  frame: {
    label: 'Frame',
    hint: 'Frame number',
    none: '00000',
    text: ({ frame }) => String(frame).padStart(5, '0'),
  },
  time: {
    label: 'Time',
    hint: 'Time of the run in seconds, the value of TIME',
    none: '0.00 s',
    text: ({ time }) => `${time.toFixed(2)} s`,
  },
  framesPerSecond: {
    label: 'Frames per second',
    hint: 'Frames per second, capped at 60',
    none: '– fps',
    isRate: true,
    text: ({ framesPerSecond }) =>
      Number.isFinite(framesPerSecond) ? `${Math.round(framesPerSecond)} fps` : '– fps',
  },
  frameTime: {
    label: 'Frame time',
    hint: 'Time between frames, averaged over the last 20',
    none: '– ms',
    isRate: true,
    text: ({ frameTime }) => (Number.isFinite(frameTime) ? `${frameTime.toFixed(1)} ms` : '– ms'),
  },
  canvasSize: {
    label: 'Canvas size',
    hint: 'Width × height of the picture in pixels',
    none: '– × –',
    text: ({ width, height }) => `${width} × ${height}`,
  },
} satisfies Readonly<Record<string, FrameFigure>>;
