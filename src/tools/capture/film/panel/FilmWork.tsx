import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/bytesText.ts';
import {
  expectedBytes,
  type FilmProgress,
  timeLeft,
  timeText,
} from '#tools/capture/film/encoding/estimate.ts';
import type { FilmSession } from '#tools/capture/film/session/filmSession.ts';
import type { FilmActivity, FilmPart } from '#tools/capture/film/session/filmState.ts';
import { framesText } from '#tools/capture/frames/frameNumber.ts';
import dialog from '#tools/capture/panel/dialog.module.css';
import { Button } from '#ui/Button.tsx';
import { DialogFoot } from '#ui/Dialog.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import styles from './FilmPanel.module.css';

interface FilmWorkProps {
  readonly session: FilmSession;
}

/** How far the film is, or what can be done with one that stopped. */
export function FilmWork({ session }: FilmWorkProps) {
  const activity = useStore(session.store, (state) => state.activity);
  switch (activity.kind) {
    case 'choosing':
    case 'saved':
    case 'recording':
      return null;
    case 'preparing':
      return <Preparing session={session} activity={activity} />;
    case 'rendering':
      return <Rendering session={session} progress={activity.progress} />;
    case 'finishing':
      return (
        <>
          <p role="status">Completing the film…</p>
          <Progress fraction={null} />
        </>
      );
    case 'stopped':
      return <Stopped session={session} reason={activity.reason} part={activity.part} />;
    default:
      return assertNever(activity);
  }
}

interface PreparingProps extends FilmWorkProps {
  readonly activity: Extract<FilmActivity, { kind: 'preparing' }>;
}

function Preparing({ session, activity: { played, wanted } }: PreparingProps) {
  return (
    <>
      <p className={dialog['figures']}>
        {wanted === 0
          ? 'Preparing the first frame…'
          : `Playing frame ${played} of the ${wanted} before the first one`}
      </p>
      <Progress fraction={wanted === 0 ? null : played / wanted} />
      <CancelButton session={session} />
    </>
  );
}

interface RenderingProps extends FilmWorkProps {
  readonly progress: FilmProgress;
}

function Rendering({ session, progress }: RenderingProps) {
  const { done, count } = progress;
  const left = timeLeft(progress);
  const plan = session.plan();
  const size = plan.ok ? expectedBytes(progress, plan.value.bitrate, plan.value.rate) : null;
  return (
    <>
      <p className={dialog['figures']}>
        {`Frame ${done.toLocaleString('en')} of ${count.toLocaleString('en')}`}
        {size !== null && `, about ${bytesText(size)} in all`}
        {left !== null && done < count && `, ${timeText(left)} left`}
      </p>
      <Progress fraction={done / count} />
      <CancelButton session={session} />
    </>
  );
}

function Progress({ fraction }: { readonly fraction: number | null }) {
  return (
    <div className={styles['progress']}>
      <ProgressBar label="Film" fraction={fraction} />
    </div>
  );
}

function CancelButton({ session }: FilmWorkProps) {
  return (
    <DialogFoot>
      <Button hint="Stop here; the frames that are done can be saved" onClick={session.cancel}>
        Cancel
      </Button>
    </DialogFoot>
  );
}

interface StoppedProps extends FilmWorkProps {
  readonly reason: string;
  readonly part: FilmPart;
}

function Stopped({ session, reason, part }: StoppedProps) {
  return (
    <>
      <p role="alert" className={dialog['figures']}>
        {reason}
      </p>
      <DialogFoot>
        <Button kind="primary" onClick={() => void session.save()}>
          {`Save the ${part.frames === 1 ? 'frame that is' : `${framesText(part.frames)} that are`} done`}
        </Button>
        <Button onClick={() => void session.discard()}>Discard</Button>
      </DialogFoot>
    </>
  );
}
