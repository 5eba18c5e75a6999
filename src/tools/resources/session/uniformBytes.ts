import type { Column, ElementLayout, ScalarType } from '#core/data/columns.ts';
import type { UniformBlock, UniformComponent } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { type UniformInputs, writeUniforms } from '#engine/gpu/resources/uniforms.ts';

/** The uniforms that frames write, as columns of a single element. */
export function uniformLayout({ size, components }: UniformBlock): ElementLayout {
  return { stride: size, columns: components.map(columnOf), omitted: [] };
}

export function uniformBytes(
  { size, components }: UniformBlock,
  inputs: UniformInputs,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  writeUniforms(new DataView(bytes.buffer), components, inputs);
  return bytes;
}

const MOUSE_ELEMENTS = 4;

function columnOf(component: UniformComponent): Column {
  const { name, offset } = component;
  const [scalar, count] = numbersOf(component);
  const bytes = Number(/(?<!\d)\d+$/.exec(scalar)?.[0]) / 8;
  return {
    name,
    typeName: `${SLANG_NAMES[scalar] ?? scalar}${count > 1 ? count : ''}`,
    offset,
    scalar,
    components: Array.from({ length: count }, (_, index) => index * bytes),
    shape: [1, count],
    cases: null,
  };
}

const SLANG_NAMES: Partial<Record<ScalarType, string>> = {
  float16: 'half',
  float32: 'float',
  float64: 'double',
  int32: 'int',
  uint32: 'uint',
  int16: 'int16_t',
  uint16: 'uint16_t',
  int8: 'int8_t',
  uint8: 'uint8_t',
};

function numbersOf(component: UniformComponent): [ScalarType, number] {
  switch (component.type) {
    case 'TIME':
    case 'FRAME_ID':
    case 'KEY':
      return [component.scalarType, 1];
    case 'MOUSE_POSITION':
      return [component.scalarType, MOUSE_ELEMENTS];
    case 'SLIDER':
      return ['float32', 1];
    case 'COLOR_PICK':
      return ['float32', component.elementCount];
    default:
      return assertNever(component);
  }
}
