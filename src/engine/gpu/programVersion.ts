import type { LoadRules, RunReports } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { CallPipeline } from './frame.ts';
import type { createPrintReader } from './printReader.ts';
import type { LoadedData } from './resources/resourceData.ts';

/** A compiled program, ready to be dispatched. Live mode replaces the version of a run. */
export interface ProgramVersion {
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  /** What its data was made by. */
  readonly rules: LoadRules;
  /** Null if nothing prints, or if it could not be loaded. */
  readonly createPrintReader: typeof createPrintReader | null;
  /** Fetched or computed for resources that are not made yet. */
  readonly data: LoadedData;
}

const NOT_LOADED =
  'Printed text cannot be shown: a part of the page did not load. Reload the page.';

/** Only some programs print: it loads for those alone. */
export async function loadPrintReader(
  onMessage: RunReports['onMessage'],
): Promise<ProgramVersion['createPrintReader']> {
  try {
    return (await import('./printReader.ts')).createPrintReader;
  } catch {
    onMessage(NOT_LOADED);
    return null;
  }
}
