import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { PickButtons } from '#panels/picture/PickButtons.tsx';
import { Button } from '#ui/Button.tsx';
import { CrosshairIcon } from '#ui/icons.tsx';
import type { DebuggerTool } from './debuggerTool.ts';

interface DebuggerPartProps {
  readonly tool: DebuggerTool;
}

/** Stands for the debugger's state until it has loaded. */
const NOTHING_CHOSEN = createStore(() => ({ isPicking: false, isFollowing: false }));

/** The debugger's buttons in the playback bar. */
export function DebuggerButtons({ tool }: DebuggerPartProps) {
  const state = useStore(tool.store);
  const chosen = state.kind === 'loaded' ? state.loaded.session.store : NOTHING_CHOSEN;
  const isPicking = useStore(chosen, (each) => each.isPicking);
  const isFollowing = useStore(chosen, (each) => each.isFollowing);
  return (
    <PickButtons
      isPicking={isPicking}
      isFollowing={isFollowing}
      onPick={() => void tool.open().then((session) => session?.commands.togglePicking())}
      onFollow={() => void tool.open().then((session) => session?.commands.toggleFollowing())}
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
      onClick={() => void tool.open().then((session) => session?.commands.open())}
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
  const state = useStore(tool.store);
  if (state.kind !== 'loaded') return null;
  const { Overlay, session } = state.loaded;
  return <Overlay store={session.store} commands={session.commands} canvas={canvas} />;
}

/** The Debugger tab. */
export function DebuggerTab({ tool }: DebuggerPartProps) {
  const state = useStore(tool.store);
  switch (state.kind) {
    case 'unused':
      return null;
    case 'failed':
      return <p role="alert">{state.reason}</p>;
    case 'loaded': {
      const { Panel, session } = state.loaded;
      return <Panel store={session.store} commands={session.commands} />;
    }
  }
}
