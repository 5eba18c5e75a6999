import type { ProgramCost } from './cost.ts';

/** Counts the instructions of a module. */
export function countCosts(_spirv: string): ProgramCost {
  return { functions: [], entryPoints: [] };
}
