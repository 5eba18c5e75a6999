import type { AttributeReference } from '#core/plan/attributes/reference.ts';
import {
  ATTRIBUTE_GROUPS,
  type AttributeGroup,
  signatureOf,
} from '#core/plan/attributes/reference.ts';

/** The attributes whose name or description has all words of the query, in their groups. */
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
