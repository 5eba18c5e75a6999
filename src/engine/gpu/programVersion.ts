import type { LoadRules, RunReports } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { CallPipeline } from './frame.ts';
import type { createPrintReader } from './printReader.ts';
import type { LoadedData } from './resources/resourceData.ts';

/** A compiled program, ready to be dispatched. Live mode replaces a run's version. */
export interface ProgramVersion {
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  /** The rules that produced its data. */
  readonly rules: LoadRules;
  /** Null if the program does not print, or if the code could not be loaded. */
  readonly createPrintReader: typeof createPrintReader | null;
  /** Fetched or computed data for resources that do not exist yet. */
  readonly data: LoadedData;
}

const NOT_LOADED =
  'Printed text cannot be shown: a part of the page did not load. Reload the page.';

/** Loads on demand, because only some programs print. */
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
