import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import dialog from '#tools/capture/panel/dialog.module.css';
import type { PictureSession } from '#tools/capture/picture/pictureSession.ts';
import {
  type FrameCount,
  fractionOf,
  type PictureProgress,
  progressText,
} from '#tools/capture/picture/state.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import styles from './PictureDialog.module.css';
import { PictureForm } from './PictureForm.tsx';

interface PictureDialogProps {
  readonly session: PictureSession;
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** The dialog “Save picture”. */
export function PictureDialog({ session, opener }: PictureDialogProps) {
  const isOpen = useStore(session.store, (state) => state.isOpen);
  return (
    <Dialog title="Save picture" fitted open={isOpen} onClose={session.close} opener={opener}>
      <div className={`${dialog['content']} ${styles['content']}`}>
        <Content session={session} />
      </div>
    </Dialog>
  );
}

function Content({ session }: Pick<PictureDialogProps, 'session'>) {
  const activity = useStore(session.store, (state) => state.activity);
  switch (activity.kind) {
    case 'choosing':
      return <PictureForm session={session} saved={null} />;
    case 'saved':
      return <PictureForm session={session} saved={activity.text} />;
    case 'working':
      return <Working session={session} progress={activity.progress} frames={activity.frames} />;
    case 'stopped':
      return <Stopped session={session} reason={activity.reason} frames={activity.frames} />;
    default:
      return assertNever(activity);
  }
}

interface WorkingProps extends Pick<PictureDialogProps, 'session'> {
  readonly progress: PictureProgress;
  readonly frames: FrameCount;
}

function Working({ session, progress, frames }: WorkingProps) {
  const hint = frames.of === 1 ? 'Stop here' : 'Stop here; the frames that are done can be saved';
  return (
    <>
      <p className={dialog['figures']}>{progressText(progress, frames)}</p>
      <div className={dialog['row']}>
        <ProgressBar label="Saving" fraction={fractionOf(progress, frames)} />
      </div>
      <DialogFoot>
        <Button hint={hint} onClick={session.cancel}>
          Cancel
        </Button>
      </DialogFoot>
    </>
  );
}

interface StoppedProps extends Pick<PictureDialogProps, 'session'> {
  readonly reason: string;
  readonly frames: FrameCount;
}

function Stopped({ session, reason, frames: { done, of } }: StoppedProps) {
  return (
    <>
      <p role="alert" className={dialog['figures']}>
        {`${reason} ${done} of ${of} frames are done.`}
      </p>
      <DialogFoot>
        <Button kind="primary" onClick={() => void session.saveDone()}>
          {`Save the ${done === 1 ? 'frame that is' : `${done} frames that are`} done`}
        </Button>
        <Button onClick={() => void session.discard()}>Discard</Button>
      </DialogFoot>
    </>
  );
}
