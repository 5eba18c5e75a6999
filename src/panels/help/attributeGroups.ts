import type { AttributeReference } from './attributeReference.ts';
import { CALL_ATTRIBUTES } from './callAttributes.ts';
import { linesFrom } from './excerpt.ts';
import { RESOURCE_ATTRIBUTES } from './resourceAttributes.ts';
import { UNIFORM_ATTRIBUTES } from './uniformAttributes.ts';

export interface AttributeGroup {
  readonly title: string;
  readonly attributes: readonly AttributeReference[];
}

/** Every attribute, in the order of playground.slang. */
export const ATTRIBUTE_GROUPS: readonly AttributeGroup[] = [
  { title: 'What a resource holds at first', attributes: RESOURCE_ATTRIBUTES },
  { title: 'What a uniform holds in each frame', attributes: UNIFORM_ATTRIBUTES },
  { title: 'How often an entry point runs', attributes: CALL_ATTRIBUTES },
];

/** As it is written, with the names of its arguments: `[playground::ZEROS(count)]`. */
export function signatureOf({ name, arguments: taken }: AttributeReference): string {
  const list = taken.map((argument) => argument.name).join(', ');
  return `[playground::${name}${list === '' ? '' : `(${list})`}]`;
}

/** The attribute and the declaration after it, as they stand in the example. */
export function exampleLines({ name, arguments: taken, example }: AttributeReference) {
  return linesFrom(example, `[playground::${name}${taken.length === 0 ? ']' : '('}`, 2);
}

/** The groups with those attributes whose name or description has all words of the query. */
export function searchAttributes(query: string): readonly AttributeGroup[] {
  const words = query.toLowerCase().split(/\s+/);
  return ATTRIBUTE_GROUPS.map(({ title, attributes }) => ({
    title,
    attributes: attributes.filter((attribute) => {
      const text = searchedText(attribute);
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ attributes }) => attributes.length > 0);
}

function searchedText(attribute: AttributeReference): string {
  const { appliesTo, meaning, arguments: taken } = attribute;
  const texts = [signatureOf(attribute), appliesTo, meaning, ...taken.map((one) => one.meaning)];
  return texts.join('\n').toLowerCase();
}
