/** How a slider moves by itself with the time of the run. */
export interface UniformAnimation {
  readonly shape: AnimationShape;
  /** The value at first, and the one that it moves to. */
  readonly from: number;
  readonly to: number;
  /** Seconds of `TIME`; see {@link isPeriod}. For noise, from one independent value to the next. */
  readonly period: number;
}

export const ANIMATION_SHAPES = ['sine', 'saw', 'noise'] as const;

export type AnimationShape = (typeof ANIMATION_SHAPES)[number];

/** Maps a slider's name to its animation. */
export type UniformAnimations = Readonly<Record<string, UniformAnimation>>;

/** Seconds. A shorter animation would be noise on any display. */
export const MIN_PERIOD = 0.01;
export const MAX_PERIOD = 86_400;

export function isPeriod(value: unknown): value is number {
  return typeof value === 'number' && value >= MIN_PERIOD && value <= MAX_PERIOD;
}

/** Whether an animation from elsewhere makes sense; its types are checked before. */
export function isSensible({ shape, from, to, period }: UniformAnimation): boolean {
  return ANIMATION_SHAPES.includes(shape) && [from, to].every(Number.isFinite) && isPeriod(period);
}
