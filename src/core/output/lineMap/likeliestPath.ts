/** What it is worth to be in one of some states. */
export interface Gain {
  /** Their numbers. */
  readonly states: readonly number[];
  readonly worth: number;
}

/** One step of a path: what speaks for its states, and how easy it is to change. */
export interface PathStep {
  readonly gains: readonly Gain[];
  /** A new block of the code, where the source may go anywhere. */
  readonly isJump: boolean;
}

export interface PathPlace {
  readonly state: number;
  /** How much less the best path through another state is worth. */
  readonly margin: number;
}

/** What a change to a later or an earlier state costs, and each state that is left out. */
interface Price {
  readonly forward: number;
  readonly back: number;
  readonly skip: number;
}

/** Most lines of source have instructions; code of other functions may be anywhere. */
const NEAR: Price = { forward: 0.8, back: 4, skip: 0.4 };
const FAR: Price = { forward: 3, back: 4, skip: 0.02 };
const JUMP: Price = { forward: 0.3, back: 0.3, skip: 0.02 };

/** Larger tables take too long. */
const MAX_CELLS = 4_000_000;

/**
 * Finds the state of each step on the path that is worth most. States are numbered in the order in
 * which a path usually goes through them. Null if there are too many steps and states.
 */
export function likeliestPath(steps: readonly PathStep[], states: number): PathPlace[] | null {
  if (steps.length * states > MAX_CELLS) return null;
  if (states === 0) return [];
  const table = new Float32Array(steps.length * states);
  let before = new Float32Array(states);
  for (const [at, step] of steps.entries()) {
    const row = table.subarray(at * states, (at + 1) * states);
    if (at > 0) reach(before, row, step.isJump, false);
    addGains(row, step.gains);
    before = row;
  }
  return readBack(table, steps, states);
}

/** Adds what can come after each step, from the last one to the first, and reads the best states. */
function readBack(table: Float32Array, steps: readonly PathStep[], states: number): PathPlace[] {
  const places: PathPlace[] = [];
  /** What the best rest of the path is worth, for each state that the step may have. */
  const behind = new Float32Array(states);
  const withGains = new Float32Array(states);
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    places.push(bestOf(table.subarray(at * states, (at + 1) * states), behind));
    withGains.set(behind);
    const { gains = [], isJump = false } = steps[at] ?? {};
    addGains(withGains, gains);
    reach(withGains, behind, isJump, true);
  }
  return places.reverse();
}

function addGains(worths: Float32Array, gains: readonly Gain[]): void {
  for (const { states, worth } of gains) {
    for (const state of states) worths[state] = (worths[state] ?? 0) + worth;
  }
}

function bestOf(ahead: Float32Array, behind: Float32Array): PathPlace {
  let state = 0;
  let best = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  for (let each = 0; each < ahead.length; each += 1) {
    const worth = (ahead[each] ?? 0) + (behind[each] ?? 0);
    if (worth > best) {
      second = best;
      best = worth;
      state = each;
    } else if (worth > second) second = worth;
  }
  return { state, margin: best - second };
}

/** What each state is worth after a change from any state of `from`. */
function reach(from: Float32Array, to: Float32Array, isJump: boolean, isBackwards: boolean): void {
  to.set(from);
  for (const price of isJump ? [JUMP] : [NEAR, FAR]) {
    const { forward, back, skip } = price;
    const [rising, falling] = isBackwards ? [back, forward] : [forward, back];
    let best = Number.NEGATIVE_INFINITY;
    for (let state = 0; state < from.length; state += 1) {
      to[state] = Math.max(to[state] ?? 0, best);
      best = Math.max(best - skip, (from[state] ?? 0) - rising);
    }
    best = Number.NEGATIVE_INFINITY;
    for (let state = from.length - 1; state >= 0; state -= 1) {
      to[state] = Math.max(to[state] ?? 0, best);
      best = Math.max(best - skip, (from[state] ?? 0) - falling);
    }
  }
}
