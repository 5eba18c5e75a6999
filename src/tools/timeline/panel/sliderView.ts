import type { Dispose } from '#core/util/disposer.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { SHORTEST_RANGE } from '#tools/timeline/state.ts';

/** Milliseconds from a look at the run to the next, while it plays. */
const INTERVAL = 100;

/** Keeps the sliders of the timeline in step with the run, without React. */
export interface SliderView {
  /** Shows at once what there is to show. */
  update(): void;
  dispose: Dispose;
}

/** The last frame that the timeline shows. */
export function lastFrame(session: TimelineSession): number {
  const { loop } = session.store.getState();
  return Math.max(SHORTEST_RANGE, session.furthest(), session.frame(), loop.isOn ? loop.last : 0);
}

export function frameText(frame: number, seconds: number): string {
  return `frame ${frame}, ${seconds.toFixed(2)} s`;
}

/** @param track holds the slider and those of the loop */
export function createSliderView(
  session: TimelineSession,
  slider: HTMLInputElement,
  track: HTMLElement,
): SliderView {
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
    update,
    dispose() {
      stop();
      stopFollowing();
      if (timer) clearTimeout(timer);
    },
  };
}
