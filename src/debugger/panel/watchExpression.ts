/** A name, then members, swizzles or literal indices. */
const EXPRESSION = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*$/;

export type TypedWatch =
  | { readonly kind: 'watch'; readonly expression: string }
  /** Why it cannot be watched, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** What a person has typed as a watch. */
export function typedWatch(text: string, watches: readonly string[]): TypedWatch {
  const expression = text.replaceAll(/\s+/g, '');
  if (expression === '') return { kind: 'problem', text: 'Type the name of a variable.' };
  if (!EXPRESSION.test(expression)) {
    return {
      kind: 'problem',
      text: `“${text.trim()}” can’t be watched. Use a name or a member, such as ray.origin.x or lights[2].`,
    };
  }
  if (watches.includes(expression)) {
    return { kind: 'problem', text: `${expression} is on the list already.` };
  }
  return { kind: 'watch', expression };
}
