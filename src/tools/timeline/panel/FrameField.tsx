import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { MAX_FRAME } from '#core/plan/runLimits.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import { NumberField } from './NumberField.tsx';
import styles from './Timeline.module.css';

const FRAMES = { what: 'a frame', max: MAX_FRAME };

/** Lies over the frame’s number: a press turns it into a field for another one. */
export function FrameField({ session }: { readonly session: TimelineSession }) {
  const { store } = session.context.workspace;
  const running = useStore(store, isRunning);
  const isPlaying = useStore(store, (state) => shownRun(state).playback === 'playing');
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!running) return null;
  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        className={styles['counter']}
        aria-label="Go to a frame"
        data-playing={isPlaying}
        title="Frame number. Press to go to another frame"
        onClick={() => setIsOpen(true)}
      />
    );
  }
  const close = () => {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  };
  return (
    <span className={styles['frame']}>
      <NumberField
        label="Go to frame"
        hint="Enter pauses at this frame, Escape cancels"
        placeholder="Frame"
        range={FRAMES}
        takesFocus
        onCommit={(frame) => {
          close();
          session.commands.goTo(frame);
        }}
        onEscape={close}
        onLeave={() => setIsOpen(false)}
      />
    </span>
  );
}
