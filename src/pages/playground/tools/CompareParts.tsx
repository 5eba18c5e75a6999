import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { NOTHING_RUNS } from '#pages/playground/commands/context.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import { CompareIcon } from '#ui/moreIcons.tsx';
import { isRunning } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { useLoaded } from './ToolPart.tsx';
import type { TimeTools } from './timeTools.ts';

interface ComparePartProps {
  readonly tool: TimeTools['compare'];
}

interface CompareButtonProps extends ComparePartProps {
  readonly workspace: Workspace;
}

/** Stands for the comparison's state until it has loaded. */
const OFF = createStore(() => ({ isOn: false }));

/** The button in the playback bar. */
export function CompareButton({ tool, workspace }: CompareButtonProps) {
  const running = useStore(workspace.store, isRunning);
  const isOn = useStore(useLoaded(tool)?.session.store ?? OFF, (state) => state.isOn);
  const isDisabled = !running && !isOn;
  const hint = isOn
    ? 'Stop comparing; the pinned picture stays for the next time'
    : 'Pin the current picture, and compare later ones with it';
  return (
    <Button
      kind="icon"
      label="Compare with pinned picture"
      hint={isDisabled ? NOTHING_RUNS : hint}
      pressed={isOn}
      disabled={isDisabled}
      onClick={() => void tool.load().then((loaded) => loaded?.session.commands.toggle())}
    >
      <CompareIcon />
    </Button>
  );
}

/** What the comparison puts over the picture. */
export function CompareOverlay({ tool }: ComparePartProps) {
  const state = useStore(tool.store);
  switch (state.kind) {
    case 'unused':
      return null;
    case 'failed':
      return (
        <p role="alert" style={FAILED}>
          {state.reason}
        </p>
      );
    case 'loaded': {
      const { Overlay, session } = state.loaded;
      return <Overlay session={session} />;
    }
    default:
      return assertNever(state);
  }
}

/** The picture is behind it. */
const FAILED = {
  position: 'relative',
  margin: 0,
  padding: '4px 8px',
  background: 'var(--surface-raised)',
} as const;
