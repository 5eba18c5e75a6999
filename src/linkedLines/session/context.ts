import type { AnalysisClient } from '#codeAnalysis/analysisClient.ts';
import type { LineMaps } from '#codeAnalysis/lineMaps.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What linked lines need of the page. */
export interface LinkedLinesContext {
  readonly workspace: Pick<Workspace, 'store' | 'reveal' | 'selectTab' | 'project'>;
  readonly lineMaps: LineMaps;
  readonly analysis: Pick<AnalysisClient, 'ask'>;
}
