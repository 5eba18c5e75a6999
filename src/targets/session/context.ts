import type { AnalysisClient } from '#codeAnalysis/analysisClient.ts';
import type { BackgroundCompiles } from '#codeAnalysis/backgroundCompiles.ts';
import type { CostHistory } from '#costs/costHistory.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the Targets view needs of the page. */
export interface TargetsContext {
  readonly workspace: Workspace;
  readonly compiles: BackgroundCompiles;
  readonly analysis: AnalysisClient;
  readonly costs: CostHistory;
}
