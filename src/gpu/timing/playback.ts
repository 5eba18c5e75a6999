import type { PlaybackState } from '#program/plan/runControls.ts';
import { createClock } from './clock.ts';

/** How many requested frames wait to be drawn; a further one replaces the newest. */
const MAX_WAITING = 10;

/** Which frame of a run is drawn next, and at what time of the run. */
export interface Playback {
  pause(): void;
  resume(): void;
  step(frames: number): void;
  reset(): void;
  /**
   * Pauses at a frame, at its time of the run. A frame that depends on those before it is played to,
   * in even steps of time, unless it is over.
   */
  show(frame: number, seconds: number, dependsOnOthers: boolean): void;
  /** Draws the frame again if playback is paused and no other frame waits. */
  redraw(): void;
  /** Another version goes on from here; one that never ends plays, if only the end had paused. */
  versionChanged(endless: boolean): void;
  /** The frame of the next turn. */
  readonly frame: number;
  /** Playback is paused and nothing asks for a frame: it is drawn only if the screen changed. */
  readonly rests: boolean;
  /** The frame that was drawn last; -1 before the first. */
  readonly drawn: number;
  /** Seconds of the run at `now`, in milliseconds of its clock: 0 until a frame was drawn. */
  seconds(now: number): number;
  /**
   * The frame of this turn was drawn.
   *
   * @param dispatched whether anything was executed: if not, playback has come to its end
   */
  frameDrawn(dispatched: boolean): void;
  readonly playing: boolean;
}

/** A frame that somebody asked for, at the time of the run that it was then. */
interface WantedFrame {
  readonly frame: number;
  readonly seconds: number;
}

/**
 * Starts at frame 0, playing; its time begins with that frame, whenever it comes. What is asked for
 * before a frame is drawn is not lost: a run that is paused at once still draws its first frame, and
 * each step and a reset their own.
 *
 * @param now milliseconds of the clock that the run's time is taken from
 */
export function createPlayback(
  onPlayback: (state: PlaybackState) => void,
  now: () => number,
): Playback {
  const clock = createClock(now());
  let playing = true;
  /** Paused by itself, since nothing was left to dispatch. */
  let atEnd = false;
  let drawn = -1;
  /** To be drawn first, playing or paused. */
  let wanted: WantedFrame[] = [];
  /** Where playing pauses; null if it goes on. */
  let goal: WantedFrame | null = null;

  /** A frame was drawn, or asked for. */
  const isBegun = () => drawn >= 0 || wanted.length > 0;
  const begin = (time: number) => {
    if (!isBegun()) clock.set(0, time);
  };
  const want = (frame: number) => {
    const next = { frame: Math.max(0, frame), seconds: clock.seconds(now()) };
    wanted = [...wanted.slice(0, MAX_WAITING - 1), next];
  };
  const secondsOnWay = ({ frame: last, seconds }: WantedFrame, frame: number) =>
    (seconds * frame) / last;
  const leaveWay = () => {
    if (goal) clock.set(secondsOnWay(goal, Math.max(0, drawn)), now());
    goal = null;
  };
  const setPlaying = (next: boolean) => {
    atEnd = false;
    leaveWay();
    if (playing === next) return;
    begin(now());
    playing = next;
    if (playing) clock.resume(now());
    else clock.pause(now());
    if (!playing && !isBegun()) want(0);
    onPlayback(playing ? 'playing' : 'paused');
  };
  const frame = () => wanted[0]?.frame ?? (playing ? drawn + 1 : Math.max(0, drawn));
  const redraw = () => {
    if (!playing && wanted.length === 0) want(drawn);
  };
  return {
    pause: () => setPlaying(false),
    resume: () => setPlaying(true),
    step(frames) {
      setPlaying(false);
      clock.step(frames, now());
      want((wanted.at(-1)?.frame ?? drawn) + frames);
    },
    reset() {
      goal = null;
      clock.set(0, now());
      wanted = [];
      if (playing) drawn = -1;
      else want(0);
    },
    show(frame, seconds, dependsOnOthers) {
      setPlaying(dependsOnOthers && frame > drawn && frame > 0);
      if (playing) goal = { frame, seconds };
      else {
        clock.set(seconds, now());
        wanted = [{ frame, seconds }];
      }
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
      return !playing && wanted.length === 0;
    },
    get drawn() {
      return drawn;
    },
    seconds(time) {
      begin(time);
      if (goal) return secondsOnWay(goal, frame());
      return wanted[0]?.seconds ?? clock.seconds(time);
    },
    frameDrawn(dispatched) {
      drawn = frame();
      if (wanted.length > 0) wanted = wanted.slice(1);
      if (goal && drawn >= goal.frame) setPlaying(false);
      if (dispatched || !playing) return;
      setPlaying(false);
      atEnd = true;
    },
    get playing() {
      return playing;
    },
  };
}
