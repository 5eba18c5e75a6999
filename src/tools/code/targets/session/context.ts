import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from '#tools/code/analysis/backgroundCompiles.ts';
import type { CostHistory } from '#tools/code/costs/costHistory.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the Targets view needs of the page. */
export interface TargetsContext {
  readonly workspace: Workspace;
  readonly compiles: BackgroundCompiles;
  readonly analysis: AnalysisClient;
  readonly costs: CostHistory;
}
