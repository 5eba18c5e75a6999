import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { PixelReadout } from './panel/PixelReadout.tsx';
import { ResourcesPanel } from './panel/ResourcesPanel.tsx';
import { createResourcesSession } from './session/resourcesSession.ts';

/** Starts the inspector of a page, closed. */
export function createResourceInspector(context: ToolContext): LoadedTool {
  const session = createResourcesSession(context);
  const { store, commands } = session;
  return {
    Panel: () => <ResourcesPanel {...{ store, commands, session }} />,
    parts: {
      'picture overlay': () => (
        <PixelReadout {...{ store, commands, session }} canvas={context.canvas} />
      ),
    },
  };
}
