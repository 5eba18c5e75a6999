import { describe, expect, it } from 'vitest';
import type { UniformComponent, UniformScalarType } from '#core/plan/runDescriptor.ts';
import { type UniformInputs, writeUniforms } from './uniforms.ts';

const INPUTS: UniformInputs = {
  time: 3.75,
  frame: 7,
  mouse: [10, 20, -30, -40],
  isKeyDown: (name) => name === 'KeyA',
  values: { size: 0.25, tint: [0.1, 0.2, 0.3] },
};

function write(component: UniformComponent, inputs = INPUTS) {
  const view = new DataView(new ArrayBuffer(48));
  writeUniforms(view, [component], inputs);
  return view;
}

const time = (scalarType: UniformScalarType) =>
  write({ type: 'TIME', name: 'time', offset: 8, scalarType });

describe('writing uniforms', () => {
  it('writes time with the declared float type', () => {
    expect(time('float32').getFloat32(8, true)).toBe(3.75);
    expect(time('float64').getFloat64(8, true)).toBe(3.75);
  });

  it.each(['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'] as const)(
    'truncates time for %s',
    (scalarType) => {
      expect(time(scalarType).getInt32(8, true)).toBe(3);
    },
  );

  it('writes the frame number', () => {
    const view = write({ type: 'FRAME_ID', name: 'frame', offset: 4, scalarType: 'uint32' });
    expect(view.getUint32(4, true)).toBe(7);
  });

  it.each([
    ['KeyA', 1],
    ['KeyB', 0],
  ])('writes whether the key %s is down', (key, expected) => {
    const view = write({ type: 'KEY', name: 'key', offset: 0, key, scalarType: 'float32' });
    expect(view.getFloat32(0, true)).toBe(expected);
  });

  it('writes the mouse as four consecutive numbers', () => {
    const floats = write({
      type: 'MOUSE_POSITION',
      name: 'mouse',
      offset: 16,
      scalarType: 'float32',
    });
    expect([0, 1, 2, 3].map((at) => floats.getFloat32(16 + 4 * at, true))).toEqual([
      10, 20, -30, -40,
    ]);
    const ints = write({ type: 'MOUSE_POSITION', name: 'mouse', offset: 16, scalarType: 'int32' });
    expect([0, 1, 2, 3].map((at) => ints.getInt32(16 + 4 * at, true))).toEqual([10, 20, -30, -40]);
  });

  it('writes the current values of sliders and colours, or their defaults', () => {
    const slider = (name: string): UniformComponent => ({
      type: 'SLIDER',
      name,
      offset: 0,
      elementSize: 4,
      default: 0.5,
      min: 0,
      max: 1,
    });
    expect(write(slider('size')).getFloat32(0, true)).toBe(0.25);
    expect(write(slider('unset')).getFloat32(0, true)).toBe(0.5);

    const color = write({
      type: 'COLOR_PICK',
      name: 'tint',
      offset: 16,
      elementSize: 4,
      elementCount: 4,
      default: [1, 1, 1],
    });
    const channels = [0, 1, 2, 3].map((at) => color.getFloat32(16 + 4 * at, true));
    for (const [index, expected] of [0.1, 0.2, 0.3, 1].entries()) {
      expect(channels[index]).toBeCloseTo(expected);
    }
  });
});
