import { readSource, withMembers } from './declarations.ts';
import { lineCounter } from './lineCounter.ts';

/** A function with its one-based lines, up to its closing brace. */
export interface FunctionLines {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The functions with a body, including members, in source order. */
export function functionLines(text: string): FunctionLines[] {
  const lineOf = lineCounter(text);
  return withMembers(readSource(text).declarations)
    .filter(({ kind, hasBody }) => kind === 'function' && hasBody)
    .map(({ name, start, to }) => ({ name, from: lineOf(start), to: lineOf(to - 1) }));
}
