import { readSource, withMembers } from './declarations.ts';
import { lineCounter } from './lineCounter.ts';

/** A function with its one-based lines, the last one with its closing brace. */
export interface FunctionLines {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The functions of a source that have a body, those of structs included, in their order. */
export function functionLines(text: string): FunctionLines[] {
  const lineOf = lineCounter(text);
  return withMembers(readSource(text).declarations)
    .filter(({ kind, hasBody }) => kind === 'function' && hasBody)
    .map(({ name, start, to }) => ({ name, from: lineOf(start), to: lineOf(to - 1) }));
}
