import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { LineMaps } from '#tools/code/analysis/lineMaps.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What linked lines need of the page. */
export interface LinkedLinesContext {
  readonly workspace: Pick<Workspace, 'store' | 'reveal' | 'selectTab' | 'project'>;
  readonly lineMaps: LineMaps;
  readonly analysis: Pick<AnalysisClient, 'ask'>;
}
