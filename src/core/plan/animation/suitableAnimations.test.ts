import { expect, it } from 'vitest';
import type { SliderComponent, UniformComponent } from '#core/plan/runDescriptor.ts';
import { suitableAnimations } from './suitableAnimations.ts';
import type { UniformAnimation } from './uniformAnimation.ts';

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
