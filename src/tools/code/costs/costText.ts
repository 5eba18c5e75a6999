import { COST_KINDS, type CostKind, type FunctionCost, totalOf } from '#core/output/countCosts.ts';
import { countText } from '#core/util/countText.ts';

/** Shown with every cost bar. */
export const COST_NOTE = 'Static counts of SPIR-V instructions, not time';

/**
 * Such as `18 instructions, 24 before the edit: 12 arithmetic, 3 memory, 3 branch; 1 loop, whose
 * instructions count once`.
 */
export function costText({ cost, loops }: FunctionCost, before: FunctionCost | null): string {
  const total = totalOf(cost);
  const was = before === null ? total : totalOf(before.cost);
  const parts = COST_KINDS.filter((kind) => cost[kind] > 0).map(
    (kind) => `${cost[kind].toLocaleString('en')} ${kind}`,
  );
  return [
    countText(total, 'instruction'),
    was === total ? '' : `, ${was.toLocaleString('en')} before the edit`,
    parts.length === 0 ? '' : `: ${parts.join(', ')}`,
    loops === 0 ? '' : `; ${countText(loops, 'loop')}, whose instructions count once`,
  ].join('');
}

/** Such as `18`, or `24 → 18` if the edit changed it. */
export function totalText({ cost }: FunctionCost, before: FunctionCost | null): string {
  const total = totalOf(cost);
  const was = before === null ? total : totalOf(before.cost);
  const text = total.toLocaleString('en');
  return was === total ? text : `${was.toLocaleString('en')} → ${text}`;
}

/** The widths of a bar's parts in percent, without empty parts. */
export function segmentsOf(
  { cost }: FunctionCost,
  full: number,
): { kind: CostKind; width: number }[] {
  const whole = Math.max(full, totalOf(cost), 1);
  return COST_KINDS.filter((kind) => cost[kind] > 0).map((kind) => ({
    kind,
    width: (100 * cost[kind]) / whole,
  }));
}
