/** What a token is: a fixed word, or a numbered name and what stays of it without the number. */
export type Meaning =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly root: string };

const LAMBDA = '_slang_Lambda_';

/** Lambdas are numbered in the middle of their names, such as `draw_slang_Lambda_draw_2_0`. */
export function withoutLambdaNumber(name: string): string {
  const end = name.indexOf(LAMBDA) + LAMBDA.length;
  if (end < LAMBDA.length) return name;
  return name.slice(0, end) + name.slice(end).replace(/_\d+/, '_');
}
