import { addCosts, type FunctionCost, type ProgramCost } from '#core/output/countCosts.ts';

export interface CostState {
  /** The `opened.revision` that the costs belong to. */
  readonly opened: number;
  /** Identifies the source texts that `now` was compiled from. */
  readonly texts: string;
  /** Null until a version has been counted. */
  readonly now: ProgramCost | null;
  /** Null until a second version has been counted. */
  readonly before: ProgramCost | null;
}

export const NO_COSTS: CostState = { opened: -1, texts: '', now: null, before: null };

/** The state after counting a version. Counting the same text again keeps `before`. */
export function withVersion(
  state: CostState,
  { texts, cost }: { texts: string; cost: ProgramCost },
): CostState {
  return { ...state, texts, now: cost, before: state.texts === texts ? state.before : state.now };
}

/** All functions with the same name combined, such as specialisations of a generic function. */
export interface NamedCost extends FunctionCost {
  readonly versions: number;
}

export function byName(functions: readonly FunctionCost[]): Map<string, NamedCost> {
  const all = new Map<string, NamedCost>();
  for (const { name, cost, loops } of functions) {
    const known = all.get(name);
    all.set(name, {
      name,
      cost: known ? addCosts(known.cost, cost) : cost,
      loops: (known?.loops ?? 0) + loops,
      versions: (known?.versions ?? 0) + 1,
    });
  }
  return all;
}

export function costOf(functions: readonly FunctionCost[], name: string): FunctionCost | null {
  return functions.find((each) => each.name === name) ?? null;
}
