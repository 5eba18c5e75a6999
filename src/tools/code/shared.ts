import { perContext } from '#ui/tools/perContext.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createCodeAnalysis } from './analysis/codeAnalysis.ts';
import { createCostHistory } from './costs/costHistory.ts';

/** What the tools of target code share on a page: compiles in the background, line maps and costs. */
export const codeTools = perContext((context: ToolContext) => {
  const { workspace, compiler } = context;
  const analysis = createCodeAnalysis({
    workspace,
    compileForView: async (request, signal) =>
      (await compiler()?.inspect(request, signal, 'view')) ?? null,
  });
  const costs = createCostHistory(workspace, analysis.analysis);
  return { ...context, ...analysis, costs };
});

export type CodeTools = ReturnType<typeof codeTools>;
