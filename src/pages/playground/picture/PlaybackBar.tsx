import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import {
  FullScreenIcon,
  LeaveFullScreenIcon,
  PauseIcon,
  PlayIcon,
  StepBackIcon,
  StepForwardIcon,
  ToStartIcon,
} from '#ui/icons.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { FigureOutputs } from './FigureOutputs.tsx';
import styles from './PicturePanel.module.css';
import { PictureSettings } from './PictureSettings.tsx';
import { type FullScreen, NOT_SUPPORTED } from './useFullScreen.ts';

interface PlaybackBarProps {
  readonly workspace: Workspace;
  readonly fullScreen: FullScreen;
}

/** Playback buttons and figures on the left; buttons of tools, full screen and settings on the right. */
export function PlaybackBar({ workspace, fullScreen }: PlaybackBarProps) {
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Playback">
      <div className={styles['edge']}>
        <Slot name="picture bar edge" />
      </div>
      <div className={styles['buttons']}>
        <PlaybackButtons workspace={workspace} />
      </div>
      <div className={styles['figures']}>
        <FigureOutputs workspace={workspace} />
      </div>
      <div className={styles['buttons']}>
        <Slot name="picture bar" />
        <Button
          kind="icon"
          label="Toggle full screen"
          hint={fullScreenHint(fullScreen)}
          pressed={fullScreen.active}
          disabled={!fullScreen.supported}
          onClick={fullScreen.toggle}
        >
          {fullScreen.active ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
        </Button>
        <PictureSettings workspace={workspace} />
      </div>
    </div>
  );
}

function PlaybackButtons({ workspace }: { readonly workspace: Workspace }) {
  const paused = useStore(workspace.store, (state) => shownRun(state).playback === 'paused');
  const running = useStore(workspace.store, isRunning);
  return (
    <>
      <Button
        kind="icon"
        label="Reset frame to 0"
        hint="Go back to frame 0"
        disabled={!running}
        onClick={workspace.resetFrame}
      >
        <ToStartIcon />
      </Button>
      <Button
        kind="icon"
        label="Step backward"
        hint="Pause and go one frame back"
        disabled={!running}
        onClick={() => workspace.step(-1)}
      >
        <StepBackIcon />
      </Button>
      <Button
        kind="icon"
        label={paused ? 'Resume' : 'Pause'}
        hint={paused ? 'Resume' : 'Pause'}
        disabled={!running}
        onClick={paused ? workspace.resume : workspace.pause}
      >
        {paused ? <PlayIcon /> : <PauseIcon />}
      </Button>
      <Button
        kind="icon"
        label="Step forward"
        hint="Pause and go one frame forward"
        disabled={!running}
        onClick={() => workspace.step(1)}
      >
        <StepForwardIcon />
      </Button>
    </>
  );
}

function fullScreenHint({ supported, active }: FullScreen): string {
  if (!supported) return NOT_SUPPORTED;
  return active ? 'Exit full screen (Escape)' : 'Show in full screen';
}
