import { type Declaration, readSource } from './declarations.ts';

/** A function with its one-based lines, the last one with its closing brace. */
export interface FunctionLines {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The functions of a source that have a body, those of structs included, in their order. */
export function functionLines(text: string): FunctionLines[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (position: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const found: FunctionLines[] = [];
  const add = (declarations: readonly Declaration[]) => {
    for (const { kind, name, hasBody, start, to, members } of declarations) {
      if (kind === 'function' && hasBody) {
        found.push({ name, from: lineAt(start), to: lineAt(to - 1) });
      }
      add(members);
    }
  };
  add(readSource(text).declarations);
  return found;
}
