import { createStore } from 'zustand/vanilla';
import type { CompileRequest } from '#core/output/compileResult.ts';
import {
  addCosts,
  COST_KINDS,
  type CostKind,
  type FunctionCost,
  type ProgramCost,
  totalOf,
} from '#core/output/countCosts.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { countText } from '#core/util/countText.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { Workspace } from '#workspace/workspace.ts';

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

const NO_COSTS: CostState = { opened: -1, texts: '', now: null, before: null };

/** The state after counting a version. Counting the same text again keeps `before`. */
function withVersion(
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

export interface Version {
  /** `opened.revision` when the request was made. */
  readonly opened: number;
  readonly request: CompileRequest;
}

/** The costs of the page's program, now and before the last edit, shared by all views. */
export type CostHistory = ReturnType<typeof createCostHistory>;

export function createCostHistory(
  workspace: Pick<Workspace, 'store'>,
  analysis: Pick<AnalysisClient, 'ask'>,
) {
  const store = createStore<CostState>(() => NO_COSTS);
  return {
    store,
    /**
     * Counts a version. Resolves once the state has it, or once another project is open. Rejects
     * with a sentence if the code cannot be analysed.
     *
     * @param spirv the version's SPIR-V, as text
     */
    async count({ opened, request }: Version, spirv: string) {
      const isOpen = () => workspace.store.getState().opened.revision === opened;
      if (!isOpen()) return;
      if (store.getState().opened !== opened) store.setState({ ...NO_COSTS, opened }, true);
      const texts = JSON.stringify(textsOf(request));
      if (store.getState().texts === texts) return;
      const cost = await analysis.ask('countCosts', { spirv });
      if (isOpen()) store.setState(withVersion(store.getState(), { texts, cost }), true);
    },
  };
}

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
