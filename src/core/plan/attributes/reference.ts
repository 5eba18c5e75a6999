import { DRAW_ATTRIBUTES } from '#core/plan/draw/drawAttributes.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { reflectedName } from './attributeUse.ts';
import { CALL_ATTRIBUTES, ONCE_ATTRIBUTE } from './calls.ts';
import { RESOURCE_ATTRIBUTES } from './resources.ts';
import { UNIFORM_ATTRIBUTES } from './uniforms.ts';

/** The content of an attribute's file. Code is marked with backticks. */
export interface AttributeDescription {
  /** In the order of the struct's fields in playground.slang. */
  readonly arguments: readonly AttributeArgument[];
  readonly appliesTo: string;
  /** In full sentences. */
  readonly meaning: string;
  /** A complete shader that runs and demonstrates the attribute. */
  readonly example: string;
}

/** What Help and the editor show for an attribute. */
export interface AttributeReference extends AttributeDescription {
  /** The name after `playground::`, such as `CALL::SIZE_OF`. */
  readonly name: string;
}

export interface AttributeArgument {
  readonly type: string;
  readonly name: string;
  /** Includes the unit and the range. */
  readonly meaning: string;
  /** A value in Slang syntax that completion inserts. */
  readonly sample: string;
}

export interface AttributeGroup {
  readonly title: string;
  readonly attributes: readonly AttributeReference[];
}

/** The `<name>.slang` of each attribute: see `scripts/build/attributeDescriptions.ts`. */
const FILES = import.meta.glob<AttributeDescription>('./*.slang', {
  eager: true,
  query: '?attribute',
  import: 'default',
});

/** Every attribute, in the order of playground.slang. */
export const ATTRIBUTE_GROUPS: readonly AttributeGroup[] = [
  groupOf('Initial contents of resources', RESOURCE_ATTRIBUTES),
  groupOf('Values of uniforms', UNIFORM_ATTRIBUTES),
  groupOf('How entry points are called', [...CALL_ATTRIBUTES, ONCE_ATTRIBUTE]),
  groupOf('How entry points draw', DRAW_ATTRIBUTES),
];

export const ATTRIBUTES: readonly AttributeReference[] = ATTRIBUTE_GROUPS.flatMap(
  ({ attributes }) => attributes,
);

function groupOf(title: string, definitions: readonly { readonly name: string }[]): AttributeGroup {
  return {
    title,
    attributes: definitions.map(({ name }) => {
      const description = ownValue(FILES, `./${attributeFile(name)}`);
      if (!description) throw new Error(`${attributeFile(name)} is missing.`);
      return { name, ...description };
    }),
  };
}

export function attributeFile(name: string): string {
  return `${reflectedName(name).toLowerCase()}.slang`;
}

/** The attribute with its argument names: `[playground::ZEROS(count)]`. */
export function signatureOf(attribute: AttributeReference): string {
  return written(attribute, 'name');
}

export function sampleOf(attribute: AttributeReference): string {
  return written(attribute, 'sample');
}

function written({ name, arguments: taken }: AttributeReference, part: 'name' | 'sample'): string {
  const list = taken.map((argument) => argument[part]).join(', ');
  return `[playground::${name}${list && `(${list})`}]`;
}

/** The example's lines with the attribute and the declaration after it. */
export function exampleLines({ name, arguments: taken, example }: AttributeReference) {
  return linesFrom(example, `[playground::${name}${taken.length === 0 ? ']' : '('}`, 2);
}

/**
 * Returns `count` lines of a source without their common indentation, from the first line that
 * begins with `start`.
 *
 * @throws if the source has no such lines
 */
export function linesFrom(source: string, start: string, count: number): readonly string[] {
  const lines = source.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(start));
  const found = first < 0 ? [] : lines.slice(first, first + count);
  if (found.length < count) throw new Error(`The source has no ${count} lines from "${start}".`);
  const indentation = Math.min(
    ...found.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)),
  );
  return found.map((line) => line.slice(indentation));
}
