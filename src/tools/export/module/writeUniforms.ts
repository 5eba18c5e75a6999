import type { ColorPickComponent, RunProgram, SliderComponent } from '#core/plan/runDescriptor.ts';
import { commented, propertyKey } from './identifiers.ts';
import { literal } from './literal.ts';

type SetField = SliderComponent | ColorPickComponent;

/** The uniforms that a page sets: sliders and colours. */
function setFields({ uniformBlocks }: Pick<RunProgram, 'uniformBlocks'>) {
  return uniformBlocks.flatMap(({ name: block, components }) =>
    components.flatMap((field): { readonly block: string; readonly field: SetField }[] =>
      field.type === 'SLIDER' || field.type === 'COLOR_PICK' ? [{ block, field }] : [],
    ),
  );
}

/** The interface `Uniforms`, with its defaults and its ranges. */
export function writeUniforms(data: Pick<RunProgram, 'uniformBlocks'>): string {
  const all = setFields(data);
  const members = all.flatMap(({ block, field }) => [
    '  /**',
    `   * ${descriptionOf(field)}`,
    `   * In the uniform block \`${commented(block)}\` at byte ${field.offset}.`,
    '   */',
    `  readonly ${propertyKey(field.name)}: ${TYPES[field.type]};`,
  ]);
  const defaults = all.map(({ field }) => [field.name, field.default] as const);
  const ranges = all.flatMap(({ field }) =>
    field.type === 'SLIDER' ? [[field.name, { min: field.min, max: field.max }] as const] : [],
  );
  return [
    '/** What a page sets: the sliders and colours of the program. */',
    'export interface Uniforms {',
    ...members,
    '}',
    '',
    '/** What the uniforms are until they are set. */',
    `export const uniformDefaults: Uniforms = ${objectOf(defaults)};`,
    '',
    '/** The ranges of the sliders. */',
    `export const uniformRanges: Readonly<Record<string, { readonly min: number; readonly max: number }>> = ${objectOf(ranges)};`,
    '',
  ].join('\n');
}

/** Not by `Object.fromEntries`: a uniform may be called `__proto__`. */
function objectOf(entries: readonly (readonly [name: string, value: unknown])[]): string {
  if (entries.length === 0) return '{}';
  const lines = entries.map(
    ([name, value]) => `  ${propertyKey(name)}: ${literal(value, '  ')},\n`,
  );
  return `{\n${lines.join('')}}`;
}

const TYPES: Readonly<Record<SetField['type'], string>> = {
  SLIDER: 'number',
  COLOR_PICK: 'readonly [red: number, green: number, blue: number]',
};

function descriptionOf(field: SetField): string {
  const first = `at first ${literal(field.default)}`;
  return field.type === 'SLIDER'
    ? `A slider from ${field.min} to ${field.max}, ${first}.`
    : `A colour with parts from 0 to 1, ${first}: a \`float${field.elementCount}\`.`;
}
