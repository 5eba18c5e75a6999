import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Animate, UniformValue, UniformValues } from './runControls.ts';
import type { SliderComponent, UniformComponent } from './runDescriptor.ts';

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

/**
 * The slider's value at this `TIME`, between `from` and `to`.
 *
 * @param name the slider's name, which seeds its noise
 */
export function valueAt(
  { shape, from, to, period }: UniformAnimation,
  seconds: number,
  name = '',
): number {
  const share = shareAt(shape, seconds / period, name);
  // Exact at both ends, with no overflow in between.
  return from * (1 - share) + to * share;
}

/** The values of a frame at this `TIME`, in a new object. */
export function animatedValues(
  values: UniformValues,
  animations: UniformAnimations,
  seconds: number,
): UniformValues {
  return createAnimator(animations)(values, seconds);
}

/** Animates every frame of a run. Returns the same object until the user changes a value. */
export function createAnimator(animations: UniformAnimations): Animate {
  const animated = Object.entries(animations);
  let from: UniformValues | null = null;
  let values: Record<string, UniformValue> = {};
  return (set, seconds) => {
    if (set !== from) {
      from = set;
      // A shader may name a slider `__proto__`.
      values = Object.assign(Object.create(null), set);
    }
    for (const [name, animation] of animated) values[name] = valueAt(animation, seconds, name);
    return values;
  };
}

/** The animation's position between `from` (0) and `to` (1). */
function shareAt(shape: AnimationShape, periods: number, name: string): number {
  const begun = Math.floor(periods);
  const within = periods - begun;
  switch (shape) {
    case 'sine':
      return (1 - Math.cos(2 * Math.PI * within)) / 2;
    case 'saw':
      return within;
    case 'noise':
      return smoothNoise(begun, within, name);
    default:
      return assertNever(shape);
  }
}

/** Random values at whole periods, joined by a smooth curve. */
function smoothNoise(begun: number, within: number, name: string): number {
  const curve = within * within * (3 - 2 * within);
  return randomAt(begun, name) * (1 - curve) + randomAt(begun + 1, name) * curve;
}

/** A pseudorandom number from 0 to 1, the same on every device. */
function randomAt(place: number, name: string): number {
  let hash = Math.imul(place + 1, 0x9e3779b1);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** The animations of these components' sliders, clamped to the sliders' ranges. */
export function suitableAnimations(
  components: readonly UniformComponent[],
  animations: UniformAnimations,
): UniformAnimations {
  const suitable = components.flatMap((component) => {
    const animation = component.type === 'SLIDER' ? animationOf(component, animations) : null;
    return animation ? [[component.name, animation]] : [];
  });
  return Object.fromEntries(suitable);
}

/** The slider's animation, clamped to its range; null if it has none or an invalid one. */
export function animationOf(
  { name, min, max }: SliderComponent,
  animations: UniformAnimations,
): UniformAnimation | null {
  // A shader may name a slider `constructor`, a property of every object.
  const animation = ownValue(animations, name);
  if (!animation || !isSensible(animation)) return null;
  const inRange = (value: number) => Math.min(max, Math.max(min, value));
  return { ...animation, from: inRange(animation.from), to: inRange(animation.to) };
}
