import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#ui/Button.tsx';
import { CrosshairIcon } from '#ui/icons.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import type { Debugger } from './debugger.tsx';
import { PickButtons } from './panel/PickButtons.tsx';

interface FaceProps {
  readonly tool: ToolHandle<Debugger>;
}

/** Stands for the debugger's state until it has loaded. */
const NOTHING_CHOSEN = createStore(() => ({ isPicking: false, isFollowing: false }));

/** The debugger's buttons in the picture's bar. */
export function DebuggerButtons({ tool }: FaceProps) {
  const chosen = useLoaded(tool)?.session.store ?? NOTHING_CHOSEN;
  const isPicking = useStore(chosen, (each) => each.isPicking);
  const isFollowing = useStore(chosen, (each) => each.isFollowing);
  return (
    <PickButtons
      isPicking={isPicking}
      isFollowing={isFollowing}
      onPick={() => tool.use(({ session }) => session.commands.togglePicking())}
      onFollow={() => tool.use(({ session }) => session.commands.toggleFollowing())}
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
