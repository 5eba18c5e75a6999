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
  const { clock, goal, waiting, ...place } = createPlace(now);
  let playing = true;
  /** Paused by itself, since nothing was left to dispatch. */
  let atEnd = false;
  const setPlaying = (next: boolean) => {
    atEnd = false;
    const left = goal.leave(place.drawn());
    if (left !== null) clock.set(left, now());
    if (playing === next) return;
    place.begin(now());
    playing = next;
    if (playing) clock.resume(now());
    else clock.pause(now());
    if (!playing && !place.isBegun()) place.want(0);
    onPlayback(playing ? 'playing' : 'paused');
  };
  const redraw = () => {
    if (!playing && !waiting.first()) place.want(place.drawn());
  };
  return {
    pause: () => setPlaying(false),
    resume: () => setPlaying(true),
    step(frames) {
      setPlaying(false);
      clock.step(frames, now());
      place.want((waiting.last()?.frame ?? place.drawn()) + frames);
    },
    show(frame, seconds, dependsOnOthers) {
      setPlaying(dependsOnOthers && frame > place.drawn() && frame > 0);
      if (playing) goal.set(frame, seconds);
      else place.moveTo(frame, seconds);
    },
    reset: () => place.reset(playing),
    redraw,
    versionChanged(endless) {
      if (atEnd && endless) setPlaying(true);
      redraw();
    },
    frameDrawn(dispatched) {
      place.frameDrawn(playing);
      if (goal.isReachedBy(place.drawn())) setPlaying(false);
      if (dispatched || !playing) return;
      setPlaying(false);
      atEnd = true;
    },
    get frame() {
      return place.frame(playing);
    },
    get rests() {
      return !playing && !waiting.first();
    },
    get drawn() {
      return place.drawn();
    },
    seconds: (time) => place.seconds(time, playing),
    get playing() {
      return playing;
    },
  };
}

/** The frame and time where a run is. */
function createPlace(now: () => number) {
  const clock = createClock(now());
  const goal = createGoal();
  const waiting = createWaiting();
  let drawn = -1;
  /** A frame was drawn, or asked for. */
  const isBegun = () => drawn >= 0 || waiting.first() !== undefined;
  const begin = (time: number) => {
    if (!isBegun()) clock.set(0, time);
  };
  const want = (frame: number) => waiting.add(Math.max(0, frame), clock.seconds(now()));
  const frame = (playing: boolean) =>
    waiting.first()?.frame ?? (playing ? drawn + 1 : Math.max(0, drawn));
  return {
    ...{ clock, goal, waiting, isBegun, begin, want, frame },
    drawn: () => drawn,
    seconds(time: number, playing: boolean) {
      begin(time);
      return goal.secondsOf(frame(playing)) ?? waiting.first()?.seconds ?? clock.seconds(time);
    },
    moveTo(next: number, seconds: number) {
      clock.set(seconds, now());
      waiting.clear();
      waiting.add(next, seconds);
    },
    reset(playing: boolean) {
      goal.leave(drawn);
      clock.set(0, now());
      waiting.clear();
      if (playing) drawn = -1;
      else want(0);
    },
    frameDrawn(playing: boolean) {
      drawn = frame(playing);
      waiting.firstDrawn();
    },
  };
}

/** The frames that are drawn first, playing or paused. */
function createWaiting() {
  let frames: WantedFrame[] = [];
  return {
    first: () => frames[0],
    last: () => frames.at(-1),
    add(frame: number, seconds: number) {
      frames = [...frames.slice(0, MAX_WAITING - 1), { frame, seconds }];
    },
    firstDrawn() {
      if (frames.length > 0) frames = frames.slice(1);
    },
    clear() {
      frames = [];
    },
  };
}

/** A frame that is played to in even steps of time, if there is one. */
function createGoal() {
  let goal: WantedFrame | null = null;
  const secondsOf = (frame: number) => goal && (goal.seconds * Math.max(0, frame)) / goal.frame;
  return {
    secondsOf,
    set(frame: number, seconds: number) {
      goal = { frame, seconds };
    },
    isReachedBy: (drawn: number) => goal !== null && drawn >= goal.frame,
    /** Plays on without it; returns the time of the frame that was drawn last, or null. */
    leave(drawn: number) {
      const seconds = secondsOf(drawn);
      goal = null;
      return seconds;
    },
  };
}
