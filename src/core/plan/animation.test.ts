import { describe, expect, it } from 'vitest';
import {
  type AnimationShape,
  animatedValues,
  createAnimator,
  suitableAnimations,
  type UniformAnimation,
  valueAt,
} from './animation.ts';
import type { SliderComponent, UniformComponent } from './runDescriptor.ts';

const from2To6 = (shape: AnimationShape, period = 4): UniformAnimation => ({
  shape,
  from: 2,
  to: 6,
  period,
});

describe('the value of an animation', () => {
  it('moves between both values on a sine', () => {
    const values = [0, 1, 2, 3, 4].map((seconds) => valueAt(from2To6('sine'), seconds));
    expect(values.map((value) => Number(value.toFixed(9)))).toEqual([2, 4, 6, 4, 2]);
    expect(values[2]).toBe(6);
  });

  it('changes from one value to the other and restarts on a saw', () => {
    const values = [0, 1, 2, 3, 4, 7].map((seconds) => valueAt(from2To6('saw'), seconds));
    expect(values).toEqual([2, 3, 4, 5, 2, 5]);
    expect(valueAt({ shape: 'saw', from: 1, to: -1, period: 1 }, 0.25)).toBe(0.5);
  });

  it('stays between both values without jumps on noise', () => {
    const noise = from2To6('noise');
    const values = Array.from({ length: 1000 }, (_, index) => valueAt(noise, index / 60));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...values)).toBeLessThanOrEqual(6);
    const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));
    // The curve is steepest in the middle, with a slope of 3/2.
    expect(Math.max(...steps)).toBeLessThanOrEqual((1.5 * 4) / (60 * 4));
  });

  it('distributes the independent values of noise evenly over the range', () => {
    const noise: UniformAnimation = { shape: 'noise', from: 0, to: 1, period: 1 };
    const values = Array.from({ length: 4000 }, (_, second) => valueAt(noise, second, 'level'));
    const share = values.filter((value) => value < 0.25).length / values.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
    expect(new Set(values).size).toBeGreaterThan(3990);
  });

  it('repeats the same noise for a slider, and differs between sliders', () => {
    const noise = from2To6('noise');
    expect(valueAt(noise, 1.5, 'x')).toBe(valueAt(noise, 1.5, 'x'));
    expect(valueAt(noise, 1.5, 'x')).not.toBe(valueAt(noise, 1.5, 'y'));
  });

  it('stays finite at the limits of the number range', () => {
    const huge: UniformAnimation = { shape: 'sine', from: -1e308, to: 1e308, period: 1e-30 };
    expect(valueAt(huge, 3e5)).toSatisfy(Number.isFinite);
    expect(valueAt({ ...huge, shape: 'noise' }, 3e5)).toSatisfy(Number.isFinite);
  });
});

describe('the values of a frame', () => {
  const animations = { level: from2To6('saw') };

  it('replace those of animated sliders only', () => {
    const set = { level: 5, other: 1 };
    expect(animatedValues(set, animations, 1)).toEqual({ level: 3, other: 1 });
    expect(set).toEqual({ level: 5, other: 1 });
  });

  it('are a new object each time', () => {
    const set = {};
    expect(animatedValues(set, animations, 1)).not.toBe(animatedValues(set, animations, 1));
  });

  it('reuse one object in a run, and follow what the user sets', () => {
    const animate = createAnimator(animations);
    const set = { other: 1 };
    const first = animate(set, 1);
    expect(animate(set, 2)).toBe(first);
    expect(first).toEqual({ other: 1, level: 4 });
    expect(animate({ other: 2 }, 2)).toEqual({ other: 2, level: 4 });
  });

  it.each(['constructor', '__proto__'])('include an animated slider named %s', (name) => {
    const animate = createAnimator({ [name]: from2To6('saw') });
    expect(animate({}, 1)[name]).toBe(3);
  });
});

const slider = (name: string): SliderComponent => ({
  ...{ type: 'SLIDER', name, offset: 0, elementSize: 4, default: 0.5, min: 0, max: 1 },
});
const SINE: UniformAnimation = { shape: 'sine', from: 0.25, to: 0.75, period: 4 };

it('keeps only animations of sliders that the program has', () => {
  const tint: UniformComponent = {
    ...{ type: 'COLOR_PICK', name: 'tint', offset: 16, elementSize: 4, elementCount: 3 },
    default: [1, 0, 0],
  };
  const animations = { level: SINE, tint: SINE, gone: SINE };
  expect(suitableAnimations([slider('level'), slider('other'), tint], animations)).toEqual({
    level: SINE,
  });
  expect(suitableAnimations([slider('constructor')], {})).toEqual({});
});

it('clamps animations to a changed range', () => {
  const animations = { level: { ...SINE, from: -3, to: 2 } };
  expect(suitableAnimations([slider('level')], animations)).toEqual({
    level: { ...SINE, from: 0, to: 1 },
  });
});

it('drops invalid animations', () => {
  const bad: Partial<Record<keyof UniformAnimation, unknown>>[] = [
    ...[{ shape: 'square' }, { from: Number.NaN }, { to: Number.POSITIVE_INFINITY }],
    ...[{ period: 0 }, { period: -1 }, { period: 1e9 }, { period: Number.NaN }],
  ];
  for (const part of bad) {
    const level = { ...SINE, ...part } as UniformAnimation;
    expect(suitableAnimations([slider('level')], { level })).toEqual({});
  }
});
