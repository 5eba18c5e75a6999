import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#ui/Button.tsx';
import { CrosshairIcon } from '#ui/icons.tsx';
import { ToggleSetting } from '#ui/Setting.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import type { Debugger } from './debugger.tsx';

interface FaceProps {
  readonly tool: ToolHandle<Debugger>;
}

/** Stands for the debugger's state until it has loaded. */
const NOTHING_CHOSEN = createStore(() => ({ isPicking: false, isFollowing: false }));

/** Picks a pixel to debug. */
export function InspectButton({ tool }: FaceProps) {
  const chosen = useLoaded(tool)?.session.store ?? NOTHING_CHOSEN;
  const isPicking = useStore(chosen, (each) => each.isPicking);
  return (
    <Button
      kind="icon"
      label="Inspect pixel"
      hint={
        isPicking ? 'Stop picking a pixel (Escape)' : 'Pick a pixel and see how it was computed'
      }
      pressed={isPicking}
      onClick={() => tool.use(({ session }) => session.commands.togglePicking())}
    >
      <CrosshairIcon />
      <span>Inspect</span>
    </Button>
  );
}

export function FollowSetting({ tool }: FaceProps) {
  const chosen = useLoaded(tool)?.session.store ?? NOTHING_CHOSEN;
  return (
    <ToggleSetting
      name="Follow the pointer"
      hint="Show the values of the pixel under the pointer while the shader runs"
      isOn={useStore(chosen, (each) => each.isFollowing)}
      onToggle={() => tool.use(({ session }) => session.commands.toggleFollowing())}
    />
  );
}

/** Opens the debugger for a shader without a picture. */
export function DebugThreadButton({ tool }: FaceProps) {
  return (
    <Button
      kind="icon"
      label="Debug a thread"
      hint="Choose a thread and see what it computed"
      onClick={() => tool.use(({ session }) => session.commands.open())}
    >
      <CrosshairIcon />
    </Button>
  );
}
