import type { Matches } from '#core/util/matchInOrder.ts';
import type { Code, CodeLine } from './readCode.ts';

/** Lines between two pairs of equal lines. */
export interface LineHunk {
  readonly removed: readonly CodeLine[];
  readonly added: readonly CodeLine[];
  /** The new code's next line; null at its end. */
  readonly next: CodeLine | null;
}

export interface KeyedCodes {
  readonly before: Code;
  readonly after: Code;
  readonly oldKeys: readonly number[];
  readonly newKeys: readonly number[];
}

/** Collects the lines without a partner. Declarations that stand elsewhere now are not among them. */
export function findHunks(codes: KeyedCodes, matches: Matches): LineHunk[] {
  const { before, after } = codes;
  const moved = movedDeclarations(codes, matches);
  const hunks: LineHunk[] = [];
  const add = (fromOld: number, toOld: number, fromNew: number, toNew: number) => {
    const removed = before.lines.slice(fromOld, toOld).filter((line) => !moved.has(line));
    const added = after.lines.slice(fromNew, toNew).filter((line) => !moved.has(line));
    if (removed.length === 0 && added.length === 0) return;
    hunks.push({ removed, added, next: after.lines[fromNew] ?? null });
  };
  let fromOld = 0;
  let fromNew = 0;
  for (const [index, match] of matches.entries()) {
    if (match < 0) continue;
    add(fromOld, index, fromNew, match);
    fromOld = index + 1;
    fromNew = match + 1;
  }
  add(fromOld, before.lines.length, fromNew, after.lines.length);
  return hunks;
}

/** Lines without order that both codes have, at different places. */
function movedDeclarations(
  { before, after, oldKeys, newKeys }: KeyedCodes,
  matches: Matches,
): ReadonlySet<CodeLine> {
  const moved = new Set<CodeLine>();
  const open = new Map<number, CodeLine[]>();
  for (const [index, line] of before.lines.entries()) {
    if (!line.isUnordered || (matches[index] ?? -1) >= 0) continue;
    const key = oldKeys[index] ?? -1;
    open.set(key, [...(open.get(key) ?? []), line]);
  }
  const matched = new Set(matches);
  for (const [index, line] of after.lines.entries()) {
    if (matched.has(index)) continue;
    const other = open.get(newKeys[index] ?? -1)?.pop();
    if (other) moved.add(line).add(other);
  }
  return moved;
}
