import type { Dispose } from '#core/util/disposer.ts';
import { type AnalysisClient, createAnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { Workspace } from '#workspace/workspace.ts';
import {
  type BackgroundCompiles,
  type CompileForView,
  createBackgroundCompiles,
} from './backgroundCompiles.ts';
import { createLineMaps, type LineMaps } from './lineMaps.ts';

/** What the views of target code share. */
export interface CodeAnalysis {
  readonly analysis: AnalysisClient;
  readonly compiles: BackgroundCompiles;
  readonly lineMaps: LineMaps;
  dispose: Dispose;
}

export interface CodeAnalysisContext {
  readonly workspace: Workspace;
  readonly compileForView: CompileForView;
}

export function createCodeAnalysis({
  workspace,
  compileForView,
}: CodeAnalysisContext): CodeAnalysis {
  const analysis = createAnalysisClient();
  const compiles = createBackgroundCompiles(compileForView, workspace.store);
  const lineMaps = createLineMaps(compiles, analysis);
  return { analysis, compiles, lineMaps, dispose: analysis.dispose };
}
