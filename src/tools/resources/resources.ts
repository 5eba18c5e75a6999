import { PixelReadout } from './panel/PixelReadout.tsx';
import { ResourcesPanel } from './panel/ResourcesPanel.tsx';
import type { ResourcesContext } from './session/context.ts';
import { createResourcesSession, type ResourcesSession } from './session/resourcesSession.ts';

/** All that a page needs of the resource inspector. */
export interface ResourceInspector {
  readonly session: ResourcesSession;
  readonly Panel: typeof ResourcesPanel;
  readonly Readout: typeof PixelReadout;
}

/** Starts the inspector of a page, closed. */
export function createResourceInspector(context: ResourcesContext): ResourceInspector {
  const session = createResourcesSession(context);
  return { session, Panel: ResourcesPanel, Readout: PixelReadout };
}
