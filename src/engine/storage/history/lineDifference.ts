import { pairsInOrder } from '#core/util/matchInOrder.ts';

/** Numbers of lines that only one of two texts has. */
export interface LineDifference {
  readonly added: number;
  readonly removed: number;
}

/** The added and removed lines between two texts. A moved line counts as both. */
export function lineDifference(from: string, to: string): LineDifference {
  if (from === to) return { added: 0, removed: 0 };
  const before = from.split('\n');
  const after = to.split('\n');
  const { length } = pairsInOrder(before, after);
  return { added: after.length - length, removed: before.length - length };
}
