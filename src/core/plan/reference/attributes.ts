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
  { title: 'Initial contents of resources', attributes: RESOURCE_ATTRIBUTES },
  { title: 'Values of uniforms', attributes: UNIFORM_ATTRIBUTES },
  { title: 'How entry points are called', attributes: CALL_ATTRIBUTES },
];

/** All attributes, in the same order. */
export const ATTRIBUTES: readonly AttributeReference[] = ATTRIBUTE_GROUPS.flatMap(
  ({ attributes }) => attributes,
);

/** The attribute with the names of its arguments: `[playground::ZEROS(count)]`. */
export function signatureOf({ name, arguments: taken }: AttributeReference): string {
  const list = taken.map((argument) => argument.name).join(', ');
  return `[playground::${name}${list === '' ? '' : `(${list})`}]`;
}

/** The attribute with sample arguments: `[playground::ZEROS(1024)]`. */
export function sampleOf({ name, arguments: taken }: AttributeReference): string {
  const list = taken.map(({ sample }) => sample).join(', ');
  return `[playground::${name}${list === '' ? '' : `(${list})`}]`;
}

/** The lines of the example with the attribute and the declaration after it. */
export function exampleLines({ name, arguments: taken, example }: AttributeReference) {
  return linesFrom(example, `[playground::${name}${taken.length === 0 ? ']' : '('}`, 2);
}
