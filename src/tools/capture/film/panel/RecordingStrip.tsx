import type { Ref } from 'react';
import { useStore } from 'zustand';
import type { FilmSession } from '#tools/capture/film/session/filmSession.ts';
import { framesText } from '#tools/capture/frames/frameNumber.ts';
import dialog from '#tools/capture/panel/dialog.module.css';
import { Button } from '#ui/Button.tsx';
import styles from './FilmPanel.module.css';

interface RecordingStripProps {
  readonly session: FilmSession;
  readonly stop: Ref<HTMLButtonElement>;
}

/** Stands over the page while a film is recorded. */
export function RecordingStrip({ session, stop }: RecordingStripProps) {
  const progress = useStore(session.store, ({ activity }) =>
    activity.kind === 'recording' ? activity.progress : null,
  );
  if (!progress) return null;
  const { frames, seconds, leftOut } = progress;
  return (
    <section className={styles['strip']} aria-label="Recording a film">
      <span className={styles['dot']} aria-hidden="true" />
      <span className={dialog['figures']}>
        {`${seconds.toFixed(1)} s, ${framesText(frames)}`}
        {leftOut > 0 && `, ${leftOut} left out`}
      </span>
      <Button
        ref={stop}
        kind="small"
        label="Stop recording"
        hint="Stop recording and save the film"
        onClick={() => void session.stopRecording()}
      >
        Stop
      </Button>
    </section>
  );
}
