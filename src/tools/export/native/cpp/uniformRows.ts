import type { UniformComponent } from '#core/plan/runDescriptor.ts';
import type { UniformPlace } from '#tools/export/native/uniformPlaces.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { initialColor, initialNumber } from '#tools/export/program/initialValues.ts';
import { cppFloat, cppString } from './cppNames.ts';

export const UNIFORM_TYPE: readonly string[] = [
  'enum class Source : std::uint8_t {',
  '    time,     // seconds, in scalar',
  '    frame,    // counts from 0, in scalar',
  '    mouse,    // four scalars: the position in pixels, then that of the last press',
  '    key,      // 1 while the key is held, else 0, in scalar',
  '    slider,   // a float from minimum to maximum',
  '    color,    // red, green, blue from 0 to 1, in floats; a fourth float is 1',
  '};',
  '',
  'struct Uniform {',
  '    const char* name;',
  '    std::int32_t binding;    // index in bindings; -1 for push constants',
  '    std::uint32_t offset;    // bytes',
  '    Source source;',
  '    const char* scalar;',
  '    const char* key;         // of KeyboardEvent.key or KeyboardEvent.code',
  '    std::array<float, 3> value;',
  '    float minimum;',
  '    float maximum;',
  '};',
];

/** A uniform as an initializer of that type, with the user's value. */
export function uniformRow(
  { component, binding, offset }: UniformPlace,
  { uniformValues }: Pick<ExportedProgram, 'uniformValues'>,
): string {
  const start = `{${cppString(component.name)}, ${binding ?? -1}, ${offset}`;
  switch (component.type) {
    case 'SLIDER': {
      const value = initialNumber(component, uniformValues);
      return `${start}, Source::slider, "float32", "", {${cppFloat(value)}, 0.0f, 0.0f}, ${cppFloat(component.min)}, ${cppFloat(component.max)}}`;
    }
    case 'COLOR_PICK': {
      const value = initialColor(component, uniformValues);
      return `${start}, Source::color, "float32", "", {${value.map(cppFloat).join(', ')}}, 0.0f, 1.0f}`;
    }
    default: {
      const key = component.type === 'KEY' ? component.key : '';
      return `${start}, Source::${SOURCES[component.type]}, ${cppString(component.scalarType)}, ${cppString(key)}, {0.0f, 0.0f, 0.0f}, 0.0f, 0.0f}`;
    }
  }
}

const SOURCES: Readonly<
  Record<Exclude<UniformComponent['type'], 'SLIDER' | 'COLOR_PICK'>, string>
> = { TIME: 'time', FRAME_ID: 'frame', MOUSE_POSITION: 'mouse', KEY: 'key' };
