import { createStore } from 'zustand/vanilla';
import type { CompileRequest } from '#core/output/compileResult.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { type CostState, NO_COSTS, withVersion } from './costState.ts';

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
