import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { FilmSession } from '#capture/film/session/filmSession.ts';
import { framesText } from '#capture/film/session/transitions.ts';
import { Button } from '#ui/Button.tsx';
import styles from './FilmPanel.module.css';

/** Stands over the page while a film is recorded. */
export function RecordingStrip({ session }: { readonly session: FilmSession }) {
  const progress = useStore(session.store, ({ activity }) =>
    activity.kind === 'recording' ? activity.progress : null,
  );
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  if (!progress) return null;
  const { frames, seconds, leftOut } = progress;
  return (
    <section className={styles['strip']} aria-label="Recording a film">
      <span className={styles['dot']} aria-hidden="true" />
      <span className={styles['figures']}>
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
