import { describe, expect, it } from 'vitest';
import type { ColorPickComponent, SliderComponent } from '#core/plan/runDescriptor.ts';
import { colorValue, interactiveComponents, sliderValue, suitableValues } from './uniformValues.ts';

const radius: SliderComponent = {
  ...{ type: 'SLIDER', name: 'radius', offset: 0, elementSize: 4, default: 0.5, min: 0, max: 1 },
};
const tint: ColorPickComponent = {
  ...{ type: 'COLOR_PICK', name: 'tint', offset: 16, elementSize: 4, elementCount: 3 },
  default: [1, 0, 0],
};

describe('values of uniforms', () => {
  it('exist for sliders and colours only', () => {
    const time = { type: 'TIME', name: 'time', offset: 4, scalarType: 'float32' } as const;
    expect(interactiveComponents([time, radius, tint])).toEqual([radius, tint]);
  });

  it('are the defaults until something is set', () => {
    expect(sliderValue(radius, {})).toBe(0.5);
    expect(colorValue(tint, {})).toEqual([1, 0, 0]);
    expect(sliderValue({ ...radius, name: 'toString' }, {})).toBe(0.5);
  });

  it('stay within the range of the newest run', () => {
    expect(sliderValue(radius, { radius: 7 })).toBe(1);
    expect(sliderValue(radius, { radius: -7 })).toBe(0);
  });

  it('are the default if a name has changed its kind', () => {
    expect(sliderValue(radius, { radius: [0, 1, 0] })).toBe(0.5);
    expect(colorValue(tint, { tint: 3 })).toEqual([1, 0, 0]);
  });

  it('are kept for a run if their names and kinds match, and are clamped to the range', () => {
    const suitable = (values: Parameters<typeof suitableValues>[1]) =>
      suitableValues([radius, tint], values);
    const clamped = { radius: 1, tint: [0, 0, 1] };
    expect(suitable({ radius: 7, tint: [0, 0, 1], other: 1 })).toEqual(clamped);
    expect([suitable({ radius: [0, 0, 1], tint: 1 }), suitable({})]).toEqual([{}, {}]);
  });

  it('contain the camera’s for a run whose uniforms follow it', () => {
    const view = { type: 'CAMERA', name: 'view', offset: 0, part: 'VIEW' } as const;
    const values = { 'camera orbit': [-3, 1.2, 40], 'camera target': [5, 6, -7], view: 1 } as const;
    expect(suitableValues([view], values)).toEqual({
      'camera orbit': [-3, 1.2, 40],
      'camera target': [5, 6, -7],
    });
    expect(suitableValues([radius], values)).toEqual({});
  });
});
