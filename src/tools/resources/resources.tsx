import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { copyColor } from './panel/copyColor.ts';
import { PixelReadout } from './panel/PixelReadout.tsx';
import { ResourcesPanel } from './panel/ResourcesPanel.tsx';
import { createResourcesSession, type ResourcesSession } from './session/resourcesSession.ts';

export interface ResourceInspector extends LoadedTool {
  readonly session: ResourcesSession;
  readonly copyColor: typeof copyColor;
}

/** Starts the inspector of a page, closed. */
export function createResourceInspector(context: ToolContext): ResourceInspector {
  const session = createResourcesSession(context);
  const { store, commands } = session;
  return {
    session,
    copyColor,
    Panel: () => <ResourcesPanel {...{ store, commands, session }} />,
    parts: {
      'picture overlay': () => (
        <PixelReadout {...{ store, commands, session }} canvas={context.canvas} />
      ),
    },
  };
}
