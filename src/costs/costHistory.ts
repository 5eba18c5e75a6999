import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AnalysisClient } from '#codeAnalysis/analysisClient.ts';
import type { CompileRequest } from '#program/compileResult.ts';
import { textsOf } from '#program/project/sourceTexts.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { type CostState, NO_COSTS, withVersion } from './costState.ts';

/** What the page's program costs, and what it cost before the last edit, for all views. */
export interface CostHistory {
  readonly store: Pick<StoreApi<CostState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /**
   * Counts a version. Resolves once the state has it, and rejects with a sentence if the code cannot
   * be analysed.
   *
   * @param spirv the text that the request was compiled to
   */
  count(request: CompileRequest, spirv: string): Promise<void>;
}

export function createCostHistory(
  workspace: Pick<Workspace, 'store'>,
  analysis: Pick<AnalysisClient, 'ask'>,
): CostHistory {
  const store = createStore<CostState>(() => NO_COSTS);
  return {
    store,
    async count(request, spirv) {
      const opened = workspace.store.getState().opened.revision;
      const texts = JSON.stringify(textsOf(request));
      const known = store.getState();
      if (known.opened === opened && known.texts === texts) return;
      const cost = await analysis.ask('countCosts', { spirv });
      store.setState(withVersion(store.getState(), { opened, texts, cost }), true);
    },
  };
}
