import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from '#tools/code/analysis/backgroundCompiles.ts';
import type { LineMaps } from '#tools/code/analysis/lineMaps.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the views of changes and of two outputs need of the page. */
export interface ChangesContext {
  readonly workspace: Workspace;
  readonly analysis: AnalysisClient;
  readonly compiles: BackgroundCompiles;
  readonly lineMaps: LineMaps;
  /** Calls back once the page is idle. */
  whenIdle(callback: () => void): void;
}
