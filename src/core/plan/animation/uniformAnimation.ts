export interface UniformAnimation {
  readonly shape: AnimationShape;
  /** The initial value; the slider moves from it to `to`. */
  readonly from: number;
  readonly to: number;
  /** Seconds of `TIME`; see {@link isPeriod}. For noise, the time between two random values. */
  readonly period: number;
}

export const ANIMATION_SHAPES = ['sine', 'saw', 'noise'] as const;

export type AnimationShape = (typeof ANIMATION_SHAPES)[number];

export type UniformAnimations = Readonly<Record<string, UniformAnimation>>;

/** In seconds. A shorter animation would look like noise on any display. */
export const MIN_PERIOD = 0.01;
export const MAX_PERIOD = 86_400;

export function isPeriod(value: unknown): value is number {
  return typeof value === 'number' && value >= MIN_PERIOD && value <= MAX_PERIOD;
}

/** Whether an imported or stored animation is valid. The caller has already checked its types. */
export function isSensible({ shape, from, to, period }: UniformAnimation): boolean {
  return ANIMATION_SHAPES.includes(shape) && [from, to].every(Number.isFinite) && isPeriod(period);
}
