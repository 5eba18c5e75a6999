import { useStore } from 'zustand';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import styles from './Timeline.module.css';
import { Track } from './Track.tsx';

interface TimelineEdgeProps {
  readonly session: TimelineSession;
}

/** The timeline, and above it what it has to say. */
export function TimelineEdge({ session }: TimelineEdgeProps) {
  return (
    <>
      <Track session={session} />
      <ReplayStatus session={session} />
      <ProblemStatus session={session} />
    </>
  );
}

function ReplayStatus({ session }: TimelineEdgeProps) {
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

function ProblemStatus({ session }: TimelineEdgeProps) {
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
