import type { Matches } from '#core/util/matchInOrder.ts';

/**
 * Moves lines that are only added or only removed as far down as the text allows: an added function
 * then ends with its own brace, and not with that of the one before.
 */
export function slideDown(
  before: readonly number[],
  after: readonly number[],
  matches: Matches,
): Matches {
  const down = Int32Array.from(matches);
  slideAdded(after, down);
  const partners = new Int32Array(after.length).fill(-1);
  for (const [index, match] of down.entries()) if (match >= 0) partners[match] = index;
  slideAdded(before, partners);
  down.fill(-1);
  for (const [index, match] of partners.entries()) if (match >= 0) down[match] = index;
  return down;
}

/** `partners` gives, for each line of the other side, its line of `keys`; only these move. */
function slideAdded(keys: readonly number[], partners: Int32Array): void {
  let last = -1;
  for (let index = 0; index < partners.length; index += 1) {
    const partner = partners[index] ?? -1;
    if (partner < 0) {
      // Lines of the other side are missing here, too: they replace each other.
      last = Number.MAX_SAFE_INTEGER;
      continue;
    }
    // The lines from `start` up to `partner` have no partner: the next line may take the first.
    const start = last + 1;
    if (start < partner && keys[start] === keys[partner]) {
      partners[index] = start;
      last = start;
    } else {
      last = partner;
    }
  }
}
