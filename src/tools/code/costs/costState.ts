import { addCosts, type FunctionCost, type ProgramCost } from '#core/output/costs/cost.ts';

/** What the newest version of a program costs, and the one before. */
export interface CostState {
  /** The revision of the opened text that the program derives from; another one has other costs. */
  readonly opened: number;
  /** The texts that `now` was compiled from. */
  readonly texts: string;
  /** Null until a version was counted. */
  readonly now: ProgramCost | null;
  /** Null until a further version was counted. */
  readonly before: ProgramCost | null;
}

export const NO_COSTS: CostState = { opened: -1, texts: '', now: null, before: null };

/** The state after a version was counted; the same text again changes nothing of what was before. */
export function withVersion(
  state: CostState,
  { texts, cost }: { texts: string; cost: ProgramCost },
): CostState {
  return { ...state, texts, now: cost, before: state.texts === texts ? state.before : state.now };
}

/** The functions of one name together, such as the specialised versions of a generic one. */
export interface NamedCost extends FunctionCost {
  readonly versions: number;
}

/** By name. */
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
