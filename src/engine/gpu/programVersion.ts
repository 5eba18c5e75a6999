import type { LoadRules } from '#core/plan/runControls.ts';
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
