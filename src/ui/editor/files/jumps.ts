import type { ChangeDesc } from '@codemirror/state';

/** A place in a file. */
export interface JumpPlace {
  readonly id: number;
  readonly pos: number;
}

const MOST = 50;

/** The places that jumps led away from, so that the user can go back to them and forth again. */
export type Jumps = ReturnType<typeof createJumps>;

export function createJumps() {
  let before: JumpPlace[] = [];
  let after: JumpPlace[] = [];
  const go = (from: JumpPlace[], to: JumpPlace[], current: JumpPlace) => {
    const place = from.pop() ?? null;
    if (place) to.push(current);
    return place;
  };
  return {
    /** The user jumps away from the place. */
    left(place: JumpPlace) {
      const last = before.at(-1);
      after = [];
      if (last?.id === place.id && last.pos === place.pos) return;
      before = [...before, place].slice(-MOST);
    },
    /** The place to go back to from the current one; null if there is none. */
    back: (current: JumpPlace): JumpPlace | null => go(before, after, current),
    forward: (current: JumpPlace): JumpPlace | null => go(after, before, current),
    /** Follows an edit of the file. */
    moved(id: number, changes: ChangeDesc) {
      const move = (place: JumpPlace) =>
        place.id === id ? { id, pos: changes.mapPos(place.pos) } : place;
      before = before.map(move);
      after = after.map(move);
    },
  };
}
