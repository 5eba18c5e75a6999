/** Numbers of lines that only one of two texts has. */
export interface LineDifference {
  readonly added: number;
  readonly removed: number;
}

/** For larger differences, the order of lines is ignored. */
const MAX_EDITS = 400;

/** The added and removed lines between two texts. A moved line may count as both. */
export function lineDifference(from: string, to: string): LineDifference {
  if (from === to) return { added: 0, removed: 0 };
  const one = from.split('\n');
  const other = to.split('\n');
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const before = one.slice(start, one.length - end);
  const after = other.slice(start, other.length - end);
  return inOrder(before, after) ?? unordered(before, after);
}

/**
 * Computes the length of the shortest edit with E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986); null if it exceeds MAX_EDITS.
 */
function inOrder(before: readonly string[], after: readonly string[]): LineDifference | null {
  const most = Math.min(MAX_EDITS, before.length + after.length);
  /** The furthest index in `before` on each diagonal that the current number of edits reaches. */
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => furthest[diagonal + most + 1] ?? 0;
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let x = down ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (
        x < before.length &&
        x - diagonal < after.length &&
        before[x] === after[x - diagonal]
      ) {
        x += 1;
      }
      furthest[diagonal + most + 1] = x;
      if (x >= before.length && x - diagonal >= after.length) {
        const growth = after.length - before.length;
        return { added: (edits + growth) / 2, removed: (edits - growth) / 2 };
      }
    }
  }
  return null;
}

function unordered(before: readonly string[], after: readonly string[]): LineDifference {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of after) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    common += 1;
  }
  return { added: after.length - common, removed: before.length - common };
}
