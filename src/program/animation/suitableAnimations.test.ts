import { expect, it } from 'vitest';
import type { SliderComponent, UniformComponent } from '#program/plan/runDescriptor.ts';
import { suitableAnimations } from './suitableAnimations.ts';
import type { UniformAnimation } from './uniformAnimation.ts';

const slider = (name: string): SliderComponent => ({
  ...{ type: 'SLIDER', name, offset: 0, elementSize: 4, default: 0.5, min: 0, max: 1 },
});
const SINE: UniformAnimation = { shape: 'sine', from: 0.25, to: 0.75, period: 4 };

it('are those of sliders that the program has', () => {
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

it('move into a range that has changed', () => {
  const animations = { level: { ...SINE, from: -3, to: 2 } };
  expect(suitableAnimations([slider('level')], animations)).toEqual({
    level: { ...SINE, from: 0, to: 1 },
  });
});
