import { type Declaration, readSource } from './declarations.ts';
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
  const found: FunctionLines[] = [];
  const add = (declarations: readonly Declaration[]) => {
    for (const { kind, name, hasBody, start, to, members } of declarations) {
      if (kind === 'function' && hasBody) {
        found.push({ name, from: lineOf(start), to: lineOf(to - 1) });
      }
      add(members);
    }
  };
  add(readSource(text).declarations);
  return found;
}
