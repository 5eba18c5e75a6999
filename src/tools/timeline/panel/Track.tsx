import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { CHECKPOINT_BUDGET } from '#tools/timeline/checkpoints/policy.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { isRunning } from '#workspace/runState.ts';
import { LoopHandles } from './LoopHandles.tsx';
import { createSliderView, lastFrame, type SliderView } from './sliderView.ts';
import styles from './Timeline.module.css';

/** Frames of Page Up and Page Down: a second. */
const PAGE = 60;

const HINT =
  'Drag to any frame. A shader with state replays frames from the nearest checkpoint; ' +
  `checkpoints take up to ${CHECKPOINT_BUDGET / 2 ** 20} MB of GPU memory. ` +
  'Arrow keys: 1 frame, Page Up and Page Down: 60';

/** The slider of the timeline, with the range of the loop. */
export function Track({ session }: { readonly session: TimelineSession }) {
  const track = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const view = useRef<SliderView | null>(null);
  const loop = useStore(session.store, (state) => state.loop);
  const running = useStore(session.context.workspace.store, isRunning);

  useEffect(() => {
    if (!slider.current || !track.current) return undefined;
    const made = createSliderView(session, slider.current, track.current);
    view.current = made;
    return made.dispose;
  }, [session]);

  const goTo = (frame: number) => {
    session.commands.goTo(frame);
    view.current?.update();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    const frame = session.frame() + (event.key === 'PageUp' ? PAGE : -PAGE);
    goTo(Math.min(lastFrame(session), Math.max(0, frame)));
  };
  return (
    <div ref={track} className={styles['track']} data-looping={loop.isOn || undefined}>
      <input
        ref={slider}
        className={styles['slider']}
        type="range"
        min={0}
        step={1}
        defaultValue={0}
        aria-label="Timeline"
        title={HINT}
        disabled={!running}
        onChange={(event) => goTo(Number(event.target.value))}
        onKeyDown={onKeyDown}
      />
      {loop.isOn && <LoopHandles session={session} loop={loop} />}
    </div>
  );
}
