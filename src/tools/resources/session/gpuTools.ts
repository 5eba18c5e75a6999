import { createImageDrawer, type ImageDrawer } from '#engine/gpu/read/imageDrawer.ts';
import { createReducer, type Reducer } from '#engine/gpu/read/reducer.ts';
import { createStaging, type Staging } from '#engine/gpu/read/staging.ts';

/** What the inspector has on a device. */
export interface GpuTools {
  readonly device: GPUDevice;
  readonly staging: Staging;
  readonly reducer: Reducer;
  readonly images: ImageDrawer;
}

export type GpuToolbox = ReturnType<typeof createGpuToolbox>;

/** @param onBuilt pipelines are there that were not: images may be drawn now */
export function createGpuToolbox(onBuilt: () => void) {
  let tools: GpuTools | null = null;
  const dispose = () => {
    tools?.staging.dispose();
    tools = null;
  };
  return {
    /** Those of a device; the ones of another are freed. */
    on(device: GPUDevice): GpuTools {
      if (tools?.device === device) return tools;
      dispose();
      const reducer = createReducer(device, onBuilt);
      tools = {
        device,
        reducer,
        staging: createStaging(device),
        images: createImageDrawer(device, reducer, onBuilt),
      };
      return tools;
    },
    /** Those that are there. */
    current: (): GpuTools | null => tools,
    dispose,
  };
}
