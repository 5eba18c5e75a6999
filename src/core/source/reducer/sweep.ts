import { applyEdits, type Change, type Reduction } from './change.ts';

/**
 * Makes as many of the changes as it can: all at once, then halves, quarters and so on, each from the
 * last to the first, because later parts use earlier ones. Of two changes of the same part, one is made.
 */
export function* sweep(text: string, changes: readonly Change[]): Reduction<string> {
  const made: Change[] = [];
  let left = [...changes];
  let size = left.length;
  let best = text;
  while (size >= 1) {
    for (let end = left.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      const chosen = left.slice(start, end);
      const candidate = applyEdits(text, [...made, ...chosen].flat());
      if (candidate === best) continue;
      if (yield candidate) {
        best = candidate;
        made.push(...chosen);
        left = [...left.slice(0, start), ...left.slice(end)];
      }
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
}
