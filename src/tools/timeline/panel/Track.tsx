import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { CHECKPOINT_BUDGET } from '#tools/timeline/checkpoints/policy.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { type LoopRange, SHORTEST_RANGE } from '#tools/timeline/state.ts';
import { isRunning } from '#workspace/runState.ts';
import styles from './Timeline.module.css';

/** Frames per Page Up or Page Down: one second. */
const PAGE = 60;

const HINT =
  'Drag to any frame. A shader with state replays frames from the nearest checkpoint; ' +
  `checkpoints take up to ${CHECKPOINT_BUDGET / 2 ** 20} MB of GPU memory. ` +
  'Arrow keys: 1 frame, Page Up and Page Down: 60';

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

interface LoopHandlesProps {
  readonly session: TimelineSession;
  readonly loop: LoopRange;
}

/** Sliders on the track for both ends of the loop, and the range between them. */
function LoopHandles({ session, loop }: LoopHandlesProps) {
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

/** Milliseconds between updates during playback. */
const INTERVAL = 100;

/** Keeps the timeline's sliders in sync with the run, outside React. */
type SliderView = ReturnType<typeof createSliderView>;

function lastFrame(session: TimelineSession): number {
  const { loop } = session.store.getState();
  return Math.max(SHORTEST_RANGE, session.furthest(), session.frame(), loop.isOn ? loop.last : 0);
}

function frameText(frame: number, seconds: number): string {
  return `frame ${frame}, ${seconds.toFixed(2)} s`;
}

/** @param track contains the slider and the loop's sliders */
function createSliderView(session: TimelineSession, slider: HTMLInputElement, track: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let shown = -1;
  let range = 0;
  const update = () => {
    const last = lastFrame(session);
    if (last !== range) {
      for (const input of track.getElementsByTagName('input')) input.max = String(last);
      track.style.setProperty('--last-frame', String(last));
    }
    range = last;
    const frame = Math.max(0, session.frame());
    slider.value = String(frame);
    track.style.setProperty('--shown', String(frame));
    if (frame === shown) return;
    shown = frame;
    slider.setAttribute('aria-valuetext', frameText(frame, session.secondsOf(frame)));
  };
  const later = () => {
    timer ??= setTimeout(() => {
      timer = null;
      update();
    }, INTERVAL);
  };
  update();
  const stop = session.context.workspace.onFrame(later);
  const stopFollowing = session.store.subscribe(update);
  return {
    /** Updates the sliders at once. */
    update,
    dispose() {
      stop();
      stopFollowing();
      if (timer) clearTimeout(timer);
    },
  };
}
