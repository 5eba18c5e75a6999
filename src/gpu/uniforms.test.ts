import { describe, expect, it } from 'vitest';
import type { UniformScalarType } from '#program/runDescriptor.ts';
import { writeUniforms } from './uniforms.ts';

function write(scalarType: UniformScalarType, type: 'TIME' | 'FRAME_ID' = 'TIME') {
  const view = new DataView(new ArrayBuffer(16));
  writeUniforms(view, [{ type, name: 'value', offset: 8, scalarType }], { time: 3.75, frame: 7 });
  return view;
}

describe('writing uniforms', () => {
  it('writes time and frame at their offsets', () => {
    expect(write('float32').getFloat32(8, true)).toBe(3.75);
    expect(write('float64').getFloat64(8, true)).toBe(3.75);
    expect(write('uint32', 'FRAME_ID').getUint32(8, true)).toBe(7);
  });

  it.each<UniformScalarType>(['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'])(
    'cuts time towards zero for %s',
    (scalarType) => {
      expect(write(scalarType).getInt32(8, true)).toBe(3);
    },
  );
});
