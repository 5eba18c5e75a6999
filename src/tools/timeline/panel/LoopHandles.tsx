import type { CSSProperties } from 'react';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import type { LoopRange } from '#tools/timeline/state.ts';
import { frameText, lastFrame } from './sliderView.ts';
import styles from './Timeline.module.css';

interface LoopHandlesProps {
  readonly session: TimelineSession;
  readonly loop: LoopRange;
}

/** The ends of the loop, as sliders on the track, and the range between them. */
export function LoopHandles({ session, loop }: LoopHandlesProps) {
  const { setLoop } = session.commands;
  const max = lastFrame(session);
  const place = { '--loop-first': loop.first, '--loop-last': loop.last } as CSSProperties;
  const handle = (
    label: string,
    hint: string,
    value: number,
    move: (frame: number) => LoopRange,
  ) => (
    <input
      className={styles['handle']}
      type="range"
      min={0}
      max={max}
      step={1}
      value={value}
      aria-label={label}
      aria-valuetext={frameText(value, session.secondsOf(value))}
      title={hint}
      onChange={(event) => setLoop(move(Number(event.target.value)))}
    />
  );
  return (
    <>
      <div className={styles['range']} style={place} />
      {handle('Loop start', 'Drag to where the loop starts', loop.first, (frame) => ({
        ...loop,
        first: Math.min(frame, loop.last - 1),
      }))}
      {handle('Loop end', 'Drag to where the loop ends', loop.last, (frame) => ({
        ...loop,
        last: Math.max(frame, loop.first + 1),
      }))}
    </>
  );
}
