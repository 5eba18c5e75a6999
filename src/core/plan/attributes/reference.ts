import { ownValue } from '#core/util/ownValue.ts';
import { reflectedName } from './attributeUse.ts';
import { CALL_ATTRIBUTES, ONCE_ATTRIBUTE } from './calls.ts';
import { linesFrom } from './excerpt.ts';
import { RESOURCE_ATTRIBUTES } from './resources.ts';
import { UNIFORM_ATTRIBUTES } from './uniforms.ts';

/** What the file of an attribute says of it. Texts mark code with backticks. */
export interface AttributeDescription {
  /** In order: the fields of the struct in playground.slang. */
  readonly arguments: readonly AttributeArgument[];
  /** The declarations that it applies to. */
  readonly appliesTo: string;
  /** The attribute's effect, in full sentences. */
  readonly meaning: string;
  /** A complete shader that runs and shows the attribute's effect. */
  readonly example: string;
}

/** What Help and the editor say of one attribute. */
export interface AttributeReference extends AttributeDescription {
  /** The name after `playground::`, such as `CALL::SIZE_OF`. */
  readonly name: string;
}

export interface AttributeArgument {
  readonly type: string;
  readonly name: string;
  /** Includes the unit and the range. */
  readonly meaning: string;
  /** An initial value in Slang syntax, for completion. */
  readonly sample: string;
}

export interface AttributeGroup {
  readonly title: string;
  readonly attributes: readonly AttributeReference[];
}

/** `<name>.slang` of each attribute: see `scripts/build/attributeDescriptions.ts`. */
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
];

/** All attributes, in the same order. */
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

/** `call_once.slang` for `CALL::ONCE`. */
export function attributeFile(name: string): string {
  return `${reflectedName(name).toLowerCase()}.slang`;
}

/** The attribute with the names of its arguments: `[playground::ZEROS(count)]`. */
export function signatureOf(attribute: AttributeReference): string {
  return written(attribute, 'name');
}

/** The attribute with sample arguments: `[playground::ZEROS(1024)]`. */
export function sampleOf(attribute: AttributeReference): string {
  return written(attribute, 'sample');
}

function written({ name, arguments: taken }: AttributeReference, part: 'name' | 'sample'): string {
  const list = taken.map((argument) => argument[part]).join(', ');
  return `[playground::${name}${list && `(${list})`}]`;
}

/** The lines of the example with the attribute and the declaration after it. */
export function exampleLines({ name, arguments: taken, example }: AttributeReference) {
  return linesFrom(example, `[playground::${name}${taken.length === 0 ? ']' : '('}`, 2);
}
