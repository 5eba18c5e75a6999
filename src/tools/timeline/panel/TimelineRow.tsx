import { useStore } from 'zustand';
import { MAX_FRAME } from '#core/plan/runLimits.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { isRunning } from '#workspace/runState.ts';
import { NumberField } from './NumberField.tsx';
import { PaceControls } from './PaceControls.tsx';
import { SeedControls } from './SeedControls.tsx';
import styles from './TimelineRow.module.css';
import { Track } from './Track.tsx';

interface TimelineRowProps {
  readonly session: TimelineSession;
}

const FRAMES = { what: 'a frame', max: MAX_FRAME };

/** The timeline below the picture. */
export function TimelineRow({ session }: TimelineRowProps) {
  const running = useStore(session.context.workspace.store, isRunning);
  return (
    <div className={styles['row']}>
      <Track session={session} />
      <div className={styles['controls']}>
        <NumberField
          label="Go to frame"
          hint="Type a frame’s number and press Enter: the run pauses there"
          placeholder="Frame"
          range={FRAMES}
          disabled={!running}
          onCommit={session.commands.goTo}
        />
        <PaceControls session={session} />
        <SeedControls session={session} />
        <ReplayStatus session={session} />
        <ProblemStatus session={session} />
      </div>
    </div>
  );
}

/** The way to a frame, over the controls, so that nothing moves. */
function ReplayStatus({ session }: TimelineRowProps) {
  const replay = useStore(session.store, (state) => state.replay);
  if (!replay) return null;
  const { frame, wanted } = replay;
  return (
    <div className={styles['status']} data-late="">
      <span className={styles['text']}>{`Replaying frame ${frame} of ${wanted}`}</span>
      <span className={styles['progress']}>
        <ProgressBar label="Replaying frames" fraction={wanted === 0 ? null : frame / wanted} />
      </span>
      <Button kind="small" hint="Stay at the frame in sight" onClick={session.commands.cancel}>
        Cancel
      </Button>
    </div>
  );
}

function ProblemStatus({ session }: TimelineRowProps) {
  const problem = useStore(session.store, (state) => state.problem);
  if (problem === null) return null;
  return (
    <div className={styles['status']} role="alert">
      <span className={styles['text']} title={problem}>
        {problem}
      </span>
      <Button kind="small" onClick={session.commands.dismissProblem}>
        Close
      </Button>
    </div>
  );
}
