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

/** All of them, in the same order. */
export const ATTRIBUTES: readonly AttributeReference[] = ATTRIBUTE_GROUPS.flatMap(
  ({ attributes }) => attributes,
);

/** As it is written, with the names of its arguments: `[playground::ZEROS(count)]`. */
export function signatureOf({ name, arguments: taken }: AttributeReference): string {
  const list = taken.map((argument) => argument.name).join(', ');
  return `[playground::${name}${list === '' ? '' : `(${list})`}]`;
}

/** As it can be written to begin with: `[playground::ZEROS(1024)]`. */
export function sampleOf({ name, arguments: taken }: AttributeReference): string {
  const list = taken.map(({ sample }) => sample).join(', ');
  return `[playground::${name}${list === '' ? '' : `(${list})`}]`;
}

/** The attribute and the declaration after it, as they stand in the example. */
export function exampleLines({ name, arguments: taken, example }: AttributeReference) {
  return linesFrom(example, `[playground::${name}${taken.length === 0 ? ']' : '('}`, 2);
}
