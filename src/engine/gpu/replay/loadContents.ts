import type { LoadRules } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { LoadedData } from '#engine/gpu/resources/resourceData.ts';

/**
 * Loads the first contents of a program’s resources once more; see `loadResourceData`. Rejects with the
 * resource’s name and the reason.
 */
export type LoadContents = (
  descriptor: RunDescriptor,
  rules: LoadRules,
  device: GPUDevice,
  signal: AbortSignal,
) => Promise<LoadedData>;
