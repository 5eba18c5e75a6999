/** Kinds of instructions, in the order in which they are shown. */
export const COST_KINDS = ['arithmetic', 'transcendental', 'memory', 'texture', 'branch'] as const;

export type CostKind = (typeof COST_KINDS)[number];

/** Numbers of instructions in the code: static counts, which are no times. */
export type Cost = Readonly<Record<CostKind, number>>;

export interface FunctionCost {
  /** As in the source, as far as the module has its name. */
  readonly name: string;
  readonly cost: Cost;
  /** The number of loops, whose instructions count once. */
  readonly loops: number;
}

/** What a SPIR-V module costs. */
export interface ProgramCost {
  /** Each by itself, without the functions that it calls. */
  readonly functions: readonly FunctionCost[];
  /** Each with the functions that it calls, once for each call. */
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

/** The number of all instructions. */
export function totalOf(cost: Cost): number {
  return COST_KINDS.reduce((sum, kind) => sum + cost[kind], 0);
}
