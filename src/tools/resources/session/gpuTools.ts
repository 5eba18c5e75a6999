import { createImageDrawer, type ImageDrawer } from '#engine/gpu/read/imageDrawer.ts';
import { createReducer, type Reducer } from '#engine/gpu/read/reducer.ts';
import { createStaging, type Staging } from '#engine/gpu/read/staging.ts';

export interface GpuTools {
  readonly device: GPUDevice;
  readonly staging: Staging;
  readonly reducer: Reducer;
  readonly images: ImageDrawer;
}

export type GpuToolbox = ReturnType<typeof createGpuToolbox>;

/** @param onBuilt called when a missing pipeline is ready, so that images can be drawn */
export function createGpuToolbox(onBuilt: () => void) {
  let tools: GpuTools | null = null;
  const dispose = () => {
    tools?.staging.dispose();
    tools = null;
  };
  return {
    /** The tools for a device. Frees those of any other device. */
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
    /** The existing tools; null if there are none. */
    current: (): GpuTools | null => tools,
    dispose,
  };
}
