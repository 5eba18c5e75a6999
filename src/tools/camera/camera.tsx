import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { createCameraControls } from './controls/cameraControls.ts';

const hasCamera = (state: WorkspaceState) => shownRun(state).hasCamera === true;

/** The controls stay for the page's lifetime, and wait for programs that have a camera. */
export function createCamera({ workspace, canvas }: ToolContext): LoadedTool {
  const { reset } = createCameraControls({ workspace, canvas });
  return {
    parts: {
      'picture bar': () =>
        useStore(workspace.store, hasCamera) && (
          <Button
            kind="icon"
            label="Reset camera"
            hint="Return the camera to its first position (double-click the picture)"
            onClick={reset}
          >
            <HouseIcon />
          </Button>
        ),
    },
    commands: () =>
      hasCamera(workspace.store.getState())
        ? [
            {
              ...{ id: 'reset-camera', title: 'Reset camera', group: 'Picture', view: 'results' },
              detail: 'Return to the first position',
              run: reset,
            },
          ]
        : [],
  };
}

function HouseIcon() {
  return (
    <Icon>
      <path d="M2.5 7.5 8 2.8l5.5 4.7M4 6.5v6.7h8V6.5M6.7 13v-3.3h2.6V13" />
    </Icon>
  );
}
