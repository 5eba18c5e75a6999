import { createAnalysisClient } from '#engine/analysis/analysisClient.ts';
import { createCostHistory } from '#tools/code/costs/costs.ts';
import { perContext } from '#ui/tools/perContext.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createBackgroundCompiles } from './analysis/backgroundCompiles.ts';
import { createLineMaps } from './analysis/lineMaps.ts';

/** What a page's target-code tools share: background compiles, line maps and costs. */
export const codeTools = perContext((context: ToolContext) => {
  const { workspace, compiler } = context;
  const analysis = createAnalysisClient();
  const compiles = createBackgroundCompiles(
    async (request, signal) => (await compiler()?.inspect(request, signal, 'view')) ?? null,
    workspace.store,
  );
  const lineMaps = createLineMaps(compiles, analysis);
  const costs = createCostHistory(workspace, analysis);
  return { ...context, analysis, compiles, lineMaps, costs };
});

export type CodeTools = ReturnType<typeof codeTools>;
