import type { FunctionCost } from '#program/costs/cost.ts';

interface CostBarProps {
  readonly of: FunctionCost;
  /** Before the newest edit; null if there is nothing to compare with. */
  readonly before: FunctionCost | null;
  /** The number of instructions that fills the bar. */
  readonly full: number;
}

/** A small bar of the instructions in a function, by kind. Its tooltip gives the numbers. */
export function CostBar(_props: CostBarProps) {
  return null;
}
