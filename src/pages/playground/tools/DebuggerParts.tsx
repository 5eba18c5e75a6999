import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { PickButtons } from '#pages/playground/picture/PickButtons.tsx';
import { Button } from '#ui/Button.tsx';
import { CrosshairIcon } from '#ui/icons.tsx';
import type { DebuggerTool } from './debuggerTool.ts';
import { ToolPart, useLoaded } from './ToolPart.tsx';

interface DebuggerPartProps {
  readonly tool: DebuggerTool;
}

/** Stands for the debugger's state until it has loaded. */
const NOTHING_CHOSEN = createStore(() => ({ isPicking: false, isFollowing: false }));

/** The debugger's buttons in the playback bar. */
export function DebuggerButtons({ tool }: DebuggerPartProps) {
  const chosen = useLoaded(tool)?.session.store ?? NOTHING_CHOSEN;
  const isPicking = useStore(chosen, (each) => each.isPicking);
  const isFollowing = useStore(chosen, (each) => each.isFollowing);
  return (
    <PickButtons
      isPicking={isPicking}
      isFollowing={isFollowing}
      onPick={() => void tool.load().then((loaded) => loaded?.session.commands.togglePicking())}
      onFollow={() => void tool.load().then((loaded) => loaded?.session.commands.toggleFollowing())}
    />
  );
}

/** Opens the debugger for a shader without a picture. */
export function DebugThreadButton({ tool }: DebuggerPartProps) {
  return (
    <Button
      kind="icon"
      label="Debug a thread"
      hint="Choose a thread and see what it computed"
      onClick={() => void tool.load().then((loaded) => loaded?.session.commands.open())}
    >
      <CrosshairIcon />
    </Button>
  );
}

interface DebuggerOverlayProps extends DebuggerPartProps {
  readonly canvas: HTMLCanvasElement;
}

/** What the debugger puts over the picture. */
export function DebuggerOverlay({ tool, canvas }: DebuggerOverlayProps) {
  const loaded = useLoaded(tool);
  if (!loaded) return null;
  const { Overlay, session } = loaded;
  return <Overlay store={session.store} commands={session.commands} canvas={canvas} />;
}

/** The Debugger tab. */
export function DebuggerTab({ tool }: DebuggerPartProps) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ Panel, session }) => <Panel store={session.store} commands={session.commands} />}
    </ToolPart>
  );
}
