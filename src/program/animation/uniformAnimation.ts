/** How a slider moves by itself with the time of the run. */
export interface UniformAnimation {
  readonly shape: AnimationShape;
  /** The value at its lowest and at its highest. */
  readonly from: number;
  readonly to: number;
  /** Seconds of `TIME`, over 0. */
  readonly period: number;
}

export const ANIMATION_SHAPES = ['sine', 'saw', 'noise'] as const;

export type AnimationShape = (typeof ANIMATION_SHAPES)[number];

/** Maps a slider's name to its animation. */
export type UniformAnimations = Readonly<Record<string, UniformAnimation>>;
