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
