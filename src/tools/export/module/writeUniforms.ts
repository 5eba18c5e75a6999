import type { ProgramData, UniformFieldData } from '#tools/export/runtime/programData.ts';
import { commented, propertyKey } from './identifiers.ts';
import { literal } from './literal.ts';

type SetField = Extract<UniformFieldData, { readonly kind: 'slider' | 'color' }>;

/** The uniforms that a page sets: sliders and colours. */
function setFields({ uniformBlocks }: Pick<ProgramData, 'uniformBlocks'>) {
  return uniformBlocks.flatMap(({ name: block, fields }) =>
    fields.flatMap((field): { readonly block: string; readonly field: SetField }[] =>
      field.kind === 'slider' || field.kind === 'color' ? [{ block, field }] : [],
    ),
  );
}

/** The interface `Uniforms`, with its defaults and its ranges. */
export function writeUniforms(data: Pick<ProgramData, 'uniformBlocks'>): string {
  const all = setFields(data);
  const members = all.flatMap(({ block, field }) => [
    '  /**',
    `   * ${descriptionOf(field)}`,
    `   * In the uniform block \`${commented(block)}\` at byte ${field.offset}.`,
    '   */',
    `  readonly ${propertyKey(field.name)}: ${TYPES[field.kind]};`,
  ]);
  const defaults = all.map(({ field }) => [field.name, field.default] as const);
  const ranges = all.flatMap(({ field }) =>
    field.kind === 'slider' ? [[field.name, { min: field.min, max: field.max }] as const] : [],
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

const TYPES: Readonly<Record<SetField['kind'], string>> = {
  slider: 'number',
  color: 'readonly [red: number, green: number, blue: number]',
};

function descriptionOf(field: SetField): string {
  const first = `at first ${literal(field.default)}`;
  return field.kind === 'slider'
    ? `A slider from ${field.min} to ${field.max}, ${first}.`
    : `A colour with parts from 0 to 1, ${first}: a \`float${field.elements}\`.`;
}
