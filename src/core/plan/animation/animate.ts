import type { Animate, UniformValue, UniformValues } from '#core/plan/runControls.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { AnimationShape, UniformAnimation, UniformAnimations } from './uniformAnimation.ts';

/**
 * The slider's value at this `TIME`, from `from` to `to`.
 *
 * @param name of the slider, so that each noise is another
 */
export function valueAt(
  { shape, from, to, period }: UniformAnimation,
  seconds: number,
  name = '',
): number {
  const share = shareAt(shape, seconds / period, name);
  // Exact at both ends, and no overflow between them.
  return from * (1 - share) + to * share;
}

/** The values of a frame at this `TIME`, in an object of their own. */
export function animatedValues(
  values: UniformValues,
  animations: UniformAnimations,
  seconds: number,
): UniformValues {
  return createAnimator(animations)(values, seconds);
}

/** The same for each frame of a run: returns one object as long as the user sets nothing. */
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

/** How far the value is from `from` to `to`, from 0 to 1. */
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

/** Independent values at whole periods, with a smooth curve between them. */
function smoothNoise(begun: number, within: number, name: string): number {
  const curve = within * within * (3 - 2 * within);
  return randomAt(begun, name) * (1 - curve) + randomAt(begun + 1, name) * curve;
}

/** A number from 0 to 1 for each place, the same everywhere. */
function randomAt(place: number, name: string): number {
  let hash = Math.imul(place + 1, 0x9e3779b1);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
