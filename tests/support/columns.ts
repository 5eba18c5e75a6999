import type { Column, ElementLayout, ScalarType } from '#core/data/columns.ts';

/** A column with one scalar per row, overridden by `given`. */
export function columnOf(scalar: ScalarType, given: Partial<Column> = {}): Column {
  return {
    name: 'value',
    typeName: scalar,
    offset: 0,
    scalar,
    components: [0],
    shape: [1, 1],
    cases: null,
    ...given,
  };
}

export function layoutOf(stride: number, ...columns: readonly Column[]): ElementLayout {
  return { stride, columns, omitted: [] };
}

export function bytesOf(numbers: ArrayBufferView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}
