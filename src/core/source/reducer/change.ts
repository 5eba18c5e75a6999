import type { Span } from '#core/source/tokens.ts';

export interface Edit extends Span {
  readonly insert: string;
}

/** Edits that belong together, such as a parameter and its arguments. */
export type Change = readonly Edit[];

/**
 * Yields smaller texts, and receives for each whether the fault is still there. Returns the
 * smallest text that has it.
 */
export type Reduction<Value> = Generator<Value, Value, boolean>;

export function removal({ from, to }: Span): Edit {
  return { from, to, insert: '' };
}

/** Applies all edits. An edit that begins within another is dropped. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((one, other) => one.from - other.from || other.to - one.to);
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, insert } of sorted) {
    if (from < at) continue;
    pieces.push(text.slice(at, from), insert);
    at = to;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
