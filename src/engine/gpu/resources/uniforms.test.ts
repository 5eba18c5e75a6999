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
  writeUniforms(view, [component], inputs, { width: 200, height: 100 });
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

  it('writes whether a key is down', () => {
    const key = (name: string) =>
      write({ type: 'KEY', name: 'key', offset: 0, key: name, scalarType: 'float32' });
    expect(['KeyA', 'KeyB'].map((name) => key(name).getFloat32(0, true))).toEqual([1, 0]);
  });

  it('writes the mouse as four consecutive numbers', () => {
    const mouse = (scalarType: UniformScalarType) =>
      write({ type: 'MOUSE_POSITION', name: 'mouse', offset: 16, scalarType });
    const [floats, ints] = [mouse('float32'), mouse('int32')];
    const places = [16, 20, 24, 28];
    expect(places.map((at) => floats.getFloat32(at, true))).toEqual(INPUTS.mouse);
    expect(places.map((at) => ints.getInt32(at, true))).toEqual(INPUTS.mouse);
  });

  it('writes the current values of sliders and colours, or their defaults', () => {
    const range = { default: 0.5, min: 0, max: 1 };
    const slider = (name: string) =>
      write({ type: 'SLIDER', name, offset: 0, elementSize: 4, ...range }).getFloat32(0, true);
    expect([slider('size'), slider('unset')]).toEqual([0.25, 0.5]);
    const place = { offset: 16, elementSize: 4, elementCount: 4 } as const;
    const color = write({ type: 'COLOR_PICK', name: 'tint', ...place, default: [1, 1, 1] });
    const channels = [16, 20, 24, 28].map((at) => color.getFloat32(at, true));
    expect(channels).toEqual([0.1, 0.2, 0.3, 1].map(Math.fround));
  });
});
