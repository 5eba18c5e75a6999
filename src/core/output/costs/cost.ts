/** Kinds of instructions, in display order. */
export const COST_KINDS = ['arithmetic', 'transcendental', 'memory', 'texture', 'branch'] as const;

export type CostKind = (typeof COST_KINDS)[number];

/** Static instruction counts, not execution times. */
export type Cost = Readonly<Record<CostKind, number>>;

export interface FunctionCost {
  /** The name in the source, if the module has it. */
  readonly name: string;
  readonly cost: Cost;
  /** The number of loops. The instructions of a loop count once. */
  readonly loops: number;
}

export interface ProgramCost {
  /** Each function on its own, without the functions that it calls. */
  readonly functions: readonly FunctionCost[];
  /** Each entry point with the functions that it calls, counted once per call. */
  readonly entryPoints: readonly FunctionCost[];
}

export const NO_COST: Cost = { arithmetic: 0, transcendental: 0, memory: 0, texture: 0, branch: 0 };

export function addCosts(one: Cost, other: Cost): Cost {
  return {
    arithmetic: one.arithmetic + other.arithmetic,
    transcendental: one.transcendental + other.transcendental,
    memory: one.memory + other.memory,
    texture: one.texture + other.texture,
    branch: one.branch + other.branch,
  };
}

export function totalOf(cost: Cost): number {
  return COST_KINDS.reduce((sum, kind) => sum + cost[kind], 0);
}
