import { parseWatch } from '#tools/debugger/trace/condition/parseCondition.ts';

export type TypedWatch =
  | { readonly kind: 'watch'; readonly expression: string }
  /** Why it cannot be watched, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** What a person has typed as a watch. */
export function typedWatch(text: string, watches: readonly string[]): TypedWatch {
  const expression = text.replaceAll(/\s+/g, '');
  if (expression === '') return { kind: 'problem', text: 'Type the name of a variable.' };
  if (!parseWatch(expression).ok) {
    return {
      kind: 'problem',
      text: `“${text.trim()}” can’t be watched. Use a name or a member, such as ray.origin.x or lights[i].`,
    };
  }
  if (watches.includes(expression)) {
    return { kind: 'problem', text: `${expression} is on the list already.` };
  }
  return { kind: 'watch', expression };
}
