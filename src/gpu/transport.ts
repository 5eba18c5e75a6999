import type { PlaybackState } from '#program/runControls.ts';
import { createClock } from './clock.ts';

/** Which frame of a run is drawn next, and at what time of the run. */
export interface Transport {
  pause(): void;
  resume(): void;
  step(frames: number): void;
  reset(): void;
  /** Draws the frame again if playback is paused. */
  redraw(): void;
  /** Another version goes on from here; one that never ends plays, if only the end had paused. */
  versionChanged(endless: boolean): void;
  /** The frame of the next turn. */
  readonly frame: number;
  /** Playback is paused and nothing asks for a frame: it is drawn only if the screen changed. */
  readonly rests: boolean;
  /** The frame that was drawn last; -1 before the first. */
  readonly drawn: number;
  /** Seconds of the run at `now`, in milliseconds of the clock that it has. */
  seconds(now: number): number;
  /**
   * The frame of this turn was drawn.
   *
   * @param dispatched whether anything was executed: if not, playback has come to its end
   */
  frameDrawn(dispatched: boolean): void;
  readonly playing: boolean;
}

/**
 * Starts at frame 0, playing.
 *
 * @param now milliseconds of the clock that the run's time is taken from
 */
export function createTransport(
  onPlayback: (state: PlaybackState) => void,
  now: () => number,
): Transport {
  const clock = createClock(now());
  let playing = true;
  /** Paused by itself, since nothing was left to dispatch. */
  let atEnd = false;
  let drawn = -1;
  /** A frame to draw although playback is paused. */
  let wanted: number | null = null;

  const setPlaying = (next: boolean) => {
    atEnd = false;
    if (playing === next) return;
    playing = next;
    if (playing) clock.resume(now());
    else clock.pause(now());
    onPlayback(playing ? 'playing' : 'paused');
  };
  const frame = () => (playing ? drawn + 1 : (wanted ?? Math.max(0, drawn)));
  const redraw = () => {
    if (!playing) wanted ??= Math.max(0, drawn);
  };
  return {
    pause: () => setPlaying(false),
    resume: () => setPlaying(true),
    step(frames) {
      setPlaying(false);
      clock.step(frames, now());
      wanted = Math.max(0, drawn + frames);
    },
    reset() {
      clock.reset(now());
      if (playing) drawn = -1;
      else wanted = 0;
    },
    redraw,
    versionChanged(endless) {
      if (atEnd && endless) setPlaying(true);
      redraw();
    },
    get frame() {
      return frame();
    },
    get rests() {
      return !playing && wanted === null;
    },
    get drawn() {
      return drawn;
    },
    seconds: clock.seconds,
    frameDrawn(dispatched) {
      drawn = frame();
      wanted = null;
      if (dispatched || !playing) return;
      setPlaying(false);
      atEnd = true;
    },
    get playing() {
      return playing;
    },
  };
}
